import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AttachmentRef } from '../../../src/actors/protocol/attachment.js';
import { CancellationError } from '../../../src/actors/protocol/errors.js';
import type { AbsPath } from '../../../src/actors/protocol/workspace.js';
import { createEditFileTool } from '../../../src/actors/tools/files/edit-file.js';
import { createGetDirTreeTool } from '../../../src/actors/tools/files/get-dir-tree.js';
import { createReadFileTool } from '../../../src/actors/tools/files/read-file.js';
import { createReadLintErrorsTool } from '../../../src/actors/tools/files/read-lint-errors.js';
import { createRefusal } from '../../../src/host/attachments/create-refusal.js';
import { observe } from '../../actors/tools/tool-world.js';
import { errorOf } from '../../doubles/error-of.js';
import { IMAGES, pngPart } from '../../doubles/images.js';
import { type AttachmentWorld, makeAttachmentWorld } from './attachment-world.js';

const LINES = Array.from({ length: 900 }, (_, index) => `line ${index + 1}\n`);

let world: AttachmentWorld;
beforeEach(() => {
  world = makeAttachmentWorld({
    work: {
      'src/a.ts': 'const a = 1;\nconst b = 2;\nconst c = 3;\n',
      'big.txt': LINES.join(''),
      'empty.txt': '',
      '.env': 'KEY=1\n',
      'shot.png': IMAGES.png(640, 480),
      'lfs.png': 'version https://git-lfs.github.com/spec/v1\n',
      bin: new Uint8Array([0, 1, 2]),
    },
  });
  writeFileSync(join(world.base, 'outside.txt'), 'secret\n');
});
afterEach(() => {
  world.dispose();
});

const at = (path: string): AbsPath => join(world.roots[0] ?? '', path) as AbsPath;
const file = (path: string, startLine?: number, endLine = startLine ?? 0): AttachmentRef => ({
  kind: 'file',
  path,
  ...(startLine === undefined ? {} : { range: { startLine, endLine } }),
});

/** An edit of `src/a.ts`, as the model would make it right after the message. */
const edit = (): Promise<string> =>
  observe(
    createEditFileTool(world.deps),
    {
      uri: 'src/a.ts',
      search_replace_blocks: '<<<<<<< ORIGINAL\nconst a = 1;\n=======\nconst a = 9;\n>>>>>>> UPDATED',
    },
    world.context,
  );

describe('a file', () => {
  test('is what read_file shows, whole or some of its lines, by any kind of path', async () => {
    const read = (params: object): Promise<string> =>
      observe(createReadFileTool(world.deps), params, { ...world.context, reads: new Map() });
    const resolved = await world.resolve([
      file('src/a.ts'),
      file('src/a.ts', 2, 3),
      file(at('src/a.ts'), 2),
      file(`file://${at('src/a.ts')}`, 3, 99),
      file('empty.txt'),
    ]);
    expect(resolved.map((one) => one.resolved?.text)).toEqual([
      await read({ uri: 'src/a.ts' }),
      await read({ uri: 'src/a.ts', start_line: 2, end_line: 3 }),
      await read({ uri: 'src/a.ts', start_line: 2, end_line: 2 }),
      await read({ uri: 'src/a.ts', start_line: 3 }),
      'empty.txt is empty.',
    ]);
    expect(resolved.flatMap(({ problem, resolved: { note } = {} }) => [problem, note])).toEqual(
      Array.from({ length: 10 }),
    );
  });

  test('can be edited without being read again', async () => {
    const [attached] = await world.resolve([file('src/a.ts')]);
    expect(world.reads.get(at('src/a.ts'))).toBe(attached?.resolved?.hash);
    expect(await edit()).toContain('src/a.ts');
  });

  test('that has changed since is refused as stale', async () => {
    await world.resolve([file('src/a.ts')]);
    writeFileSync(at('src/a.ts'), 'const a = 1;\nsomebody was here\n');
    expect(await errorOf(edit)).toMatchObject({ name: 'StaleFileError' });
  });

  test.each([
    ['missing', file('src/alpha.ts'), 'src/alpha.ts does not exist. The closest names are: src/a.ts.'],
    ['binary', file('bin'), 'bin is a binary file of 3 bytes and cannot be shown as text.'],
    ['outside', file('../outside.txt'), /^"\.\.\/outside\.txt" is outside the workspace: only paths inside /],
    ['no path', file('https://a.b/c'), /^"https:\/\/a\.b\/c" is not a file: /],
    ['too short', file('src/a.ts', 7, 9), 'start_line 7 is beyond the end: src/a.ts has 3 lines.'],
  ])('that is %s has a problem, and the others are resolved', async (_what, ref, problem) => {
    const [bad, good] = await world.resolve([ref, file('src/a.ts')]);
    expect(bad).toEqual({
      ref,
      problem: typeof problem === 'string' ? problem : (expect.stringMatching(problem) as string),
    });
    expect(good?.resolved?.text).toContain('const a = 1;');
    expect([...world.reads.keys()]).toEqual([at('src/a.ts')]);
  });

  test('is read through a link inside the roots only', async () => {
    symlinkSync(join(world.base, 'outside.txt'), at('link.txt'));
    symlinkSync(at('src/a.ts'), at('alias.ts'));
    const [out, alias] = await world.resolve([file('link.txt'), file('alias.ts')]);
    expect(out?.problem).toContain('is outside the workspace');
    expect(JSON.stringify(out)).not.toContain('secret');
    expect(alias?.resolved?.text).toContain('const a = 1;');
    expect([...world.reads.keys()]).toEqual([at('src/a.ts')]);
  });

  test('that a rule denies, or that holds a key, is refused by every name and in every kind', async () => {
    symlinkSync(at('.env'), at('innocent.txt'));
    symlinkSync(at('src/a.ts'), at('alias.ts'));
    const refuse = createRefusal({
      roots: world.roots,
      rules: [
        { effect: 'deny', when: { path: '.env', access: 'read' } },
        { effect: 'deny', when: { path: '{alias.ts,draft.ts}', access: 'read' } },
        { effect: 'ask', when: { path: 'src/**', access: 'read' } },
      ],
      secretFiles: [at('big.txt')],
      followLinks: (path) => path,
    });
    const refs: AttachmentRef[] = [
      file('.env'),
      file('innocent.txt'),
      file('alias.ts'),
      file(`file://${at('.env')}`),
      { kind: 'selection', path: '.env', range: { startLine: 1, endLine: 1 }, text: 'KEY=1' },
      { kind: 'selection', path: 'draft.ts', range: { startLine: 1, endLine: 1 }, text: 'unsaved' },
      { kind: 'diagnostics', path: '.env' },
      file('big.txt'),
      file('src/a.ts'),
    ];
    const resolved = await world.resolve(refs, { deps: { refuse } });
    const denied = 'A rule forbids to read this file.';
    expect(resolved.map(({ problem }) => problem)).toEqual([
      denied,
      denied,
      denied,
      denied,
      denied,
      denied,
      denied,
      'This file holds a key: no model gets to see it.',
      undefined,
    ]);
    expect([...world.reads.keys()]).toEqual([at('src/a.ts')]);
  });

  test('is refused when the rules cannot be read', async () => {
    const refuse = createRefusal({
      roots: world.roots,
      rules: [],
      store: { load: () => Promise.reject(new Error('broken')), add: () => Promise.resolve() },
      secretFiles: [],
      followLinks: (path) => path,
    });
    const [attached] = await world.resolve([file('src/a.ts')], { deps: { refuse } });
    expect(attached?.problem).toBe('It could not be read: broken');
  });
});

describe('a folder', () => {
  test('is the tree that get_dir_tree draws, also when it is attached as a file', async () => {
    const tree = await observe(createGetDirTreeTool(world.deps), { uri: 'src' }, world.context);
    const folder = { kind: 'folder', path: 'src' } as const;
    expect(await world.resolve([folder, file('src/')])).toEqual([
      { ref: folder, resolved: { text: tree } },
      { ref: { kind: 'folder', path: 'src/' }, resolved: { text: tree } },
    ]);
  });

  test('that is a file has a problem', async () => {
    const [attached] = await world.resolve([{ kind: 'folder', path: 'src/a.ts' }]);
    expect(attached?.problem).toBe('src/a.ts is not a directory: read_file shows what is in a file.');
  });

  test('is drawn again where it does not fit', async () => {
    const asked: (number | undefined)[] = [];
    const other = makeAttachmentWorld(
      { work: { 'src/a.ts': '' } },
      {
        asks: {
          tree: ({ maxChars = 20_000 }) => {
            asked.push(maxChars);
            const rows = Array.from({ length: 1_000 }, (_, index) => `${index}\n`).join('');
            return { text: rows.slice(0, maxChars), isTruncated: true };
          },
        },
      },
    );
    const [attached] = await other.resolve([{ kind: 'folder', path: 'src' }], { maxTokens: 500 });
    other.dispose();
    expect(asked).toEqual([20_000, 420]);
    expect(attached?.resolved?.text.length).toBeLessThanOrEqual(420);
    expect(attached?.resolved?.note).toMatch(/^The folder is not shown whole: get_dir_tree /);
  });
});

describe('a selection', () => {
  const selection = (text: string, startLine: number, endLine: number, path = 'src/a.ts') =>
    ({ kind: 'selection', path, range: { startLine, endLine }, text }) as const;

  test('is the selected text, and its file counts as read while it holds that text', async () => {
    const ref = selection('b = 2;\r\nconst', 2, 3);
    const [attached] = await world.resolve([ref]);
    const hash = world.reads.get(at('src/a.ts'));
    expect(attached).toEqual({
      ref,
      resolved: { text: 'src/a.ts (lines 2 to 3)\n```\nb = 2;\nconst\n```', hash },
    });
    expect(hash).toBeDefined();
  });

  test.each([
    ['holds something else there', selection('b = 9;', 2, 2)],
    ['has become shorter', selection('x', 70, 71)],
    ['is no text any more', selection('x', 1, 1, 'bin')],
  ])('of a file that %s is as it was, and says so', async (_what, ref) => {
    const [attached] = await world.resolve([ref]);
    expect(attached?.problem).toBeUndefined();
    expect(attached?.resolved?.text).toContain(`\n\`\`\`\n${ref.text}\n\`\`\``);
    expect(attached?.resolved?.note).toMatch(/^The file holds something else in these lines now/);
    expect(world.reads.size).toBe(0);
  });

  test('of a document that was never saved is its text', async () => {
    const [attached] = await world.resolve([selection('draft', 1, 1, 'new.ts')]);
    expect(attached?.resolved).toEqual({ text: 'new.ts (line 1)\n```\ndraft\n```' });
  });

  test('of a file outside has a problem', async () => {
    const [attached] = await world.resolve([selection('secret', 1, 1, '../outside.txt')]);
    expect(attached?.problem).toContain('is outside the workspace');
  });
});

describe('diagnostics', () => {
  const problem = (message: string) => ({ severity: 'error', message, line: 2, column: 7 }) as const;

  test('of a file are what read_lint_errors lists', async () => {
    const diagnostics = {
      diagnosticsOf: () => Promise.resolve([problem('wrong')]),
      diagnosticsAfterChange: () => Promise.resolve([]),
    };
    const tool = createReadLintErrorsTool({ ...world.deps, diagnostics });
    const listed = await observe(tool, { uri: 'src/a.ts' }, world.context);
    const ref = { kind: 'diagnostics', path: 'src/a.ts' } as const;
    expect(await world.resolve([ref], { deps: { diagnostics } })).toEqual([
      { ref, resolved: { text: listed } },
    ]);
    expect(listed).toBe('src/a.ts:2:7: error: wrong');
  });

  test('of all files are those inside the roots that may be shown', async () => {
    const diagnostics = {
      listFiles: () =>
        Promise.resolve([at('src/a.ts'), join(world.base, 'outside.txt') as AbsPath, at('.env')]),
      diagnosticsOf: (path: AbsPath) => Promise.resolve([problem(`in ${path.slice(world.base.length)}`)]),
      diagnosticsAfterChange: () => Promise.resolve([]),
    };
    const refuse = (names: readonly string[]) =>
      Promise.resolve(names.includes(at('.env')) ? 'No.' : undefined);
    const [attached] = await world.resolve([{ kind: 'diagnostics' }], { deps: { diagnostics, refuse } });
    expect(attached?.resolved?.text).toBe('src/a.ts:2:7: error: in /work/src/a.ts');
  });

  test('without an editor are a problem', async () => {
    for (const ref of [{ kind: 'diagnostics' }, { kind: 'diagnostics', path: 'src/a.ts' }] as const) {
      const [attached] = await world.resolve([ref]);
      expect(attached?.problem).toContain('There is no source of diagnostics here');
    }
  });
});

describe('output', () => {
  test('is its text without the colours of a terminal', async () => {
    const ref = { kind: 'output', name: 'npm test', text: '\u001b[31mred\u001b[0m\r\nend\n' } as const;
    expect(await world.resolve([ref])).toEqual([
      { ref: { ...ref, text: 'red\nend' }, resolved: { text: 'red\nend' } },
    ]);
  });

  test('that does not fit loses its middle, in the attachment as well, and says how much', async () => {
    const text = LINES.join('');
    const ref = { kind: 'output', name: 'log', text, omittedChars: 1_000 } as const;
    const [attached] = await world.resolve([ref], { maxTokens: 1_000 });
    const shown = attached?.resolved?.text ?? '';
    expect(shown).toMatch(
      /^line 1\n[^]*\n\[\.\.\. \d+ characters are left out here \.\.\.\]\nline \d+\n[^]*line 900$/,
    );
    expect(shown.length).toBeLessThanOrEqual(1_000);
    const missing = Number(/\.\.\. (\d+)/.exec(shown)?.[1]) + 1_000;
    expect(attached?.ref).toEqual({ ...ref, text: shown, omittedChars: missing });
    expect(attached?.resolved?.note).toMatch(
      `${missing.toLocaleString('en')} of ${(text.length - 1 + 1_000).toLocaleString('en')} characters are missing`,
    );
  });
});

describe('an image', () => {
  const { data, size } = pngPart(640, 480);

  test('is checked, and has the type of its bytes', async () => {
    const ref = { kind: 'image', name: 'pasted', mediaType: 'image/jpeg', data } as const;
    expect(await world.resolve([ref])).toEqual([{ ref: { ...ref, mediaType: 'image/png', size } }]);
    const [bad] = await world.resolve([{ ...ref, data: 'AAAA' }]);
    expect(bad?.problem).toBe(
      'pasted cannot be attached as an image: it is not a PNG, JPEG, GIF or WebP image.',
    );
  });

  test('in a file is attached as an image, and what only has its name as text', async () => {
    const [shot, pointer] = await world.resolve([file('shot.png'), file('lfs.png')]);
    expect(shot).toEqual({ ref: { kind: 'image', name: 'shot.png', mediaType: 'image/png', data, size } });
    expect(pointer?.resolved?.text).toContain('git-lfs');
  });

  test('for a model that cannot see is a problem', async () => {
    const [attached] = await world.resolve([file('shot.png')], { imagesAllowed: false });
    expect(attached).toEqual({
      ref: file('shot.png'),
      problem: 'shot.png is an image, and the model that is asked cannot see images.',
    });
  });
});

describe('all attachments', () => {
  test('are in the order in which they were attached, one for each reference', async () => {
    const refs = [file('empty.txt'), file('gone'), file('empty.txt'), file('src/a.ts', 1)];
    expect((await world.resolve(refs)).map(({ ref }) => ref)).toEqual(refs);
  });

  test('leave nothing in the log when they are cancelled', async () => {
    const cancel = new AbortController();
    const reason = new CancellationError('Stopped.', {});
    const files = {
      ...world.deps.files,
      readFile: async (path: AbsPath, signal?: AbortSignal) => {
        const bytes = await world.deps.files.readFile(path, signal);
        if (path === at('big.txt')) cancel.abort(reason);
        return bytes;
      },
    };
    const resolving = world.resolve([file('src/a.ts'), file('big.txt'), file('empty.txt')], {
      signal: cancel.signal,
      deps: { files },
    });
    expect(await errorOf(() => resolving)).toBe(reason);
    expect(world.reads.size).toBe(0);
  });

  test('that are small are whole beside a large one, which says what is missing and how to read it', async () => {
    const [small, large] = await world.resolve([file('src/a.ts'), file('big.txt')], { maxTokens: 1_000 });
    expect(small?.resolved?.text).toContain('const c = 3;');
    expect(small?.resolved?.note).toBeUndefined();
    const [, last = ''] = /\(lines 1 to (\d+) of 900\)/.exec(large?.resolved?.text ?? '') ?? [];
    expect(large?.resolved?.text).toMatch(new RegExp(`\\nline ${last}\\n\`\`\`$`));
    expect(large?.resolved?.note).toBe(
      `Lines ${Number(last) + 1} to 900 are missing here for lack of room: read_file with start_line ${Number(last) + 1} shows the rest.`,
    );
    expect(world.reads.size).toBe(2);
  });

  test('without any room are named, with how to read them', async () => {
    const refs = [file('big.txt'), file('src/a.ts', 2, 3)];
    const resolved = await world.resolve(refs, { maxTokens: 0 });
    expect(resolved.map((one) => [one.resolved?.text, one.resolved?.note])).toEqual([
      [
        'big.txt (900 lines)',
        'Lines 1 to 900 are missing here for lack of room: read_file with start_line 1 shows the rest.',
      ],
      [
        'src/a.ts (3 lines)',
        'Lines 2 to 3 are missing here for lack of room: read_file with start_line 2 shows the rest.',
      ],
    ]);
  });

  test('cut a line only where it alone is too long', async () => {
    rmSync(at('big.txt'));
    writeFileSync(at('big.txt'), `${'x'.repeat(5_000)}\nlast\n`);
    const [attached] = await world.resolve([file('big.txt')], { maxTokens: 1_000 });
    expect(attached?.resolved?.text).toMatch(/^big\.txt \(line 1|lines 1 to 1 of 2\)\n```\nx+\n```$/);
    expect(attached?.resolved?.note).toBe(
      'Lines 1 to 2 are missing here for lack of room, but for the beginning of line 1: read_file with start_line 1 shows the rest.',
    );
  });
});
