import { symlinkSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FileStat } from '../../../../src/actors/protocol/ports.js';
import { createReadFileTool } from '../../../../src/actors/tools/files/read-file.js';
import { errorOf } from '../../../doubles/error-of.js';
import { writeFiles } from '../../../doubles/temp-dir.js';
import { makeToolWorld, observe, type ToolWorld } from '../tool-world.js';

let world: ToolWorld;

beforeEach(() => {
  world = makeToolWorld({
    app: { 'src/utils.ts': 'one\ntwo\nthree\nfour\n', 'src/url.ts': '', 'README.md': 'hi\n' },
  });
});

afterEach(() => {
  world.dispose();
});

function read(raw: unknown): Promise<string> {
  return observe(createReadFileTool(world.deps), raw, world.context);
}

function write(content: string | Uint8Array, name = 'file'): void {
  writeFiles(join(world.base, 'app'), { [name]: content });
}

describe('read_file shows', () => {
  test('a whole file, fenced, below its path', async () => {
    expect(await read({ uri: 'src/utils.ts' })).toBe(
      'src/utils.ts (4 lines)\n```\none\ntwo\nthree\nfour\n```',
    );
  });

  test('some lines, both ends included', async () => {
    expect(await read({ uri: 'src/utils.ts', start_line: 2, end_line: '3' })).toBe(
      'src/utils.ts (lines 2 to 3 of 4)\n```\ntwo\nthree\n```',
    );
  });

  test('what there is when the last line wanted is beyond the end', async () => {
    expect(await read({ uri: 'src/utils.ts', start_line: 4, end_line: 99 })).toBe(
      'src/utils.ts (lines 4 to 4 of 4)\n```\nfour\n```',
    );
  });

  test.each<[what: string, content: string | Uint8Array, observation: string]>([
    ['an empty file', '', 'file is empty.'],
    ['a file of one empty line', '\n', 'file (1 line)\n```\n\n```'],
    ['CRLF as line breaks, and says so', 'a\r\nb\r\n', 'file (2 lines, CRLF line ends)\n```\na\nb\n```'],
    ['mixed line ends, and says so', 'a\r\nb\n', 'file (2 lines, mixed line ends)\n```\na\nb\n```'],
    [
      'a last line without a newline, and says so',
      'a\nb',
      'file (2 lines, no newline at the end)\n```\na\nb\n```',
    ],
    ['emoji', '😀\n', 'file (1 line)\n```\n😀\n```'],
    [
      'a text that holds fences in a longer one',
      '```\na\n````\n',
      'file (3 lines)\n`````\n```\na\n````\n`````',
    ],
    ['UTF-8 with a BOM, without it', '\uFEFFa\n', 'file (1 line, UTF-8 with BOM)\n```\na\n```'],
    [
      'UTF-16 little-endian',
      Buffer.from('\uFEFFé😀\r\n', 'utf16le'),
      'file (1 line, UTF-16LE, CRLF line ends)\n```\né😀\n```',
    ],
    [
      'UTF-16 big-endian',
      Buffer.from('\uFEFFé\n', 'utf16le').swap16(),
      'file (1 line, UTF-16BE)\n```\né\n```',
    ],
    [
      'GBK',
      Buffer.from(
        'd5e2b8f6baafcafdb7b5bbd8d3c3bba7b5c4c3fbd7d6bacdb5d8d6b7a3acc8e7b9fbc3bbd3d0d5d2b5bdbecdb7b5bbd8bfd50a',
        'hex',
      ),
      'file (1 line, GB18030)\n```\n这个函数返回用户的名字和地址，如果没有找到就返回空\n```',
    ],
    [
      'Shift-JIS',
      Buffer.from('82b182cc837483408343838b82cd93fa967b8cea82c58f9182a982ea82c482a282dc82b70a', 'hex'),
      'file (1 line, SHIFT_JIS)\n```\nこのファイルは日本語で書かれています\n```',
    ],
    [
      'Latin-1 as well as it can',
      Buffer.from('caf\xe9\n', 'latin1'),
      'file (1 line, not valid UTF-8: � stands for what cannot be decoded)\n```\ncaf�\n```',
    ],
  ])('%s', async (_, content, observation) => {
    write(content);
    expect(await read({ uri: 'file' })).toBe(observation);
  });

  test('long texts in pages that together are the text', async () => {
    // The emoji stands across the end of the first page.
    const text = `${'x'.repeat(499_999)}😀${'line\n'.repeat(140_000)}`;
    write(text);
    const pages = [
      await read({ uri: 'file' }),
      await read({ uri: 'file', page_number: 2 }),
      await read({ uri: 'file', page_number: 3 }),
    ];
    const bodies = pages.map((page) => /^[^\n]*\n```\n(.*?)\n?```(?:\n[^`]*)?$/s.exec(page)?.[1] ?? '');
    expect(
      pages.map((page) => [page.slice(0, page.indexOf('\n')), page.slice(page.lastIndexOf('```') + 3)]),
    ).toEqual([
      [
        'file (lines 1 to 1 of 140000, page 1 of 3)',
        '\nThe text goes on: ask for page_number 2. Line 1 goes on there. ' +
          'The whole file has 140000 lines and 1200001 characters.',
      ],
      [
        'file (lines 1 to 100000 of 140000, page 2 of 3)',
        '\nThe text goes on: ask for page_number 3. Line 100000 goes on there. ' +
          'The whole file has 140000 lines and 1200001 characters.',
      ],
      ['file (lines 100000 to 140000 of 140000, page 3 of 3)', ''],
    ]);
    expect(`${bodies.join('')}\n` === text).toBe(true);
  });

  test('a huge single line page by page', async () => {
    write('y'.repeat(5_000_000));
    const last = await read({ uri: 'file', page_number: 10 });
    expect(last.slice(0, 69)).toBe(
      `file (lines 1 to 1 of 1, page 10 of 10, no newline at the end)\n\`\`\`\nyy`,
    );
    expect(last.length).toBe(500_000 + 62 + 4 + 5);
  });
});

describe('read_file says that', () => {
  test('a file is missing, with the closest names', async () => {
    expect(await errorOf(() => read({ uri: 'src/utls.ts' }))).toMatchObject({
      name: 'FileNotFoundError',
      message: 'src/utls.ts does not exist. The closest names are: src/url.ts, src/utils.ts.',
      details: { path: 'src/utls.ts', suggestions: ['src/url.ts', 'src/utils.ts'] },
    });
  });

  test('a file is missing, without names when the index does not answer', async () => {
    const broken = makeToolWorld(
      { app: {} },
      {
        asks: {
          closest: () => {
            throw new Error('lost');
          },
        },
      },
    );
    try {
      const tool = createReadFileTool(broken.deps);
      writeFiles(broken.base, { 'app/a': '' });
      expect(await errorOf(() => observe(tool, { uri: 'a/b' }, broken.context))).toMatchObject({
        name: 'FileNotFoundError',
        message: 'a/b does not exist. search_pathnames_only finds files by their name.',
      });
    } finally {
      broken.dispose();
    }
  });

  test.each<[what: string, raw: object, error: object]>([
    [
      'a directory is none',
      { uri: 'src' },
      {
        name: 'ToolExecutionError',
        message: 'src is a directory: ls_dir lists it, get_dir_tree shows what is below it.',
      },
    ],
    [
      'start_line is beyond the end',
      { uri: 'src/utils.ts', start_line: 5 },
      { name: 'InvalidParamsError', message: 'start_line 5 is beyond the end: src/utils.ts has 4 lines.' },
    ],
    [
      'start_line is beyond the end of an empty file',
      { uri: 'src/url.ts', start_line: 2 },
      { name: 'InvalidParamsError', message: 'start_line 2 is beyond the end: src/url.ts has 0 lines.' },
    ],
    [
      'page_number is beyond the end',
      { uri: 'src/utils.ts', page_number: 2 },
      {
        name: 'InvalidParamsError',
        message: 'page_number 2 is beyond the end: the lines asked for in src/utils.ts fill 1 page.',
      },
    ],
    ['a path leads outside', { uri: '../x' }, { name: 'WorkspaceBoundaryError' }],
  ])('%s', async (_, raw, error) => {
    expect(await errorOf(() => read(raw))).toMatchObject(error);
  });

  test('a file is binary, and how big', async () => {
    write(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2]));
    expect(await errorOf(() => read({ uri: 'file' }))).toMatchObject({
      name: 'ToolExecutionError',
      message: 'file is a binary file of 7 bytes and cannot be shown as text.',
    });
  });

  test('a file is too big', async () => {
    write('x');
    truncateSync(join(world.base, 'app/file'), 60 * 1024 * 1024);
    expect(await errorOf(() => read({ uri: 'file' }))).toMatchObject({
      name: 'ToolExecutionError',
      message:
        'file is too big to read: 60.0 MB, and the limit is 50.0 MB. search_in_file finds lines in it.',
    });
  });

  test('a pipe is no file, instead of waiting for it', async () => {
    const stat = async (): Promise<FileStat> => ({ isFile: false, isDirectory: false, size: 0, mtimeMs: 0 });
    const readFile = (): Promise<Uint8Array> => new Promise(() => undefined);
    const tool = createReadFileTool({ ...world.deps, files: { ...world.deps.files, stat, readFile } });
    expect(await errorOf(() => observe(tool, { uri: 'pipe' }, world.context))).toMatchObject({
      name: 'ToolExecutionError',
      message: 'pipe is a device, a pipe or a socket and cannot be read.',
    });
  });

  test('access is denied', async () => {
    const deny = async (): Promise<never> => {
      throw Object.assign(new Error('no'), { code: 'EACCES' });
    };
    const tool = createReadFileTool({ ...world.deps, files: { ...world.deps.files, readFile: deny } });
    expect(await errorOf(() => observe(tool, { uri: 'README.md' }, world.context))).toMatchObject({
      name: 'PermissionDeniedError',
      message: 'The operating system denied access to README.md.',
    });
  });
});

test('read_file tells the index which file was used', async () => {
  await read({ uri: './src/utils.ts' });
  expect(world.workspace.received).toEqual([
    { kind: 'touch', arg: { root: world.roots[0], paths: ['src/utils.ts'] } },
  ]);
});

test('read_file stops between two slices of a big file when it is cancelled', async () => {
  write('line\n'.repeat(1_000_000));
  const controller = new AbortController();
  const reason = new Error('enough');
  const readFile: typeof world.deps.files.readFile = async (path) => {
    const bytes = await world.deps.files.readFile(path);
    controller.abort(reason);
    return bytes;
  };
  const tool = createReadFileTool({ ...world.deps, files: { ...world.deps.files, readFile } });
  const context = { ...world.context, signal: controller.signal };
  expect(await errorOf(() => observe(tool, { uri: 'file' }, context))).toBe(reason);
  expect(world.workspace.received).toEqual([]);
});

test('read_file names files of another root so that they can be asked for again', async () => {
  const two = makeToolWorld({ app: { 'a.ts': 'a\n' }, lib: { 'b.ts': 'b\n' } });
  try {
    const tool = createReadFileTool(two.deps);
    const observation = await observe(tool, { uri: 'lib/b.ts' }, two.context);
    expect(observation).toBe(`${two.roots[1]}/b.ts (1 line)\n\`\`\`\nb\n\`\`\``);
    expect(await observe(tool, { uri: `${two.roots[1]}/b.ts` }, two.context)).toBe(observation);
  } finally {
    two.dispose();
  }
});

test('read_file shows a file behind a link under its own name', async () => {
  symlinkSync('src/utils.ts', join(world.base, 'app/link'));
  expect(await read({ uri: 'link', end_line: 1 })).toBe('src/utils.ts (lines 1 to 1 of 4)\n```\none\n```');
});
