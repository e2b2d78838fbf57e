import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PermissionDeniedError } from '../../../../src/actors/protocol/errors.js';
import type { ContentHash, FileChange } from '../../../../src/actors/protocol/file-changes.js';
import type { AbsPath } from '../../../../src/actors/protocol/workspace.js';
import { hashOf } from '../../../../src/actors/tools/text/content-hash.js';
import { DiskChanges } from '../../../../src/host/node/file-changes/file-changes.js';
import { errorOf } from '../../../doubles/error-of.js';
import { makeTempDir, removeTempDir, writeFiles } from '../../../doubles/temp-dir.js';
import { walkEntries } from '../../../doubles/walk-entries.js';

// Root may do everything; the rights of files are tested as somebody else.
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

let base: AbsPath;
let root: AbsPath;
let journal: string;
beforeEach(() => {
  base = makeTempDir();
  root = join(base, 'root') as AbsPath;
  journal = join(base, 'journal');
  writeFiles(root, { a: 'old a', b: 'old b', 'sub/c': 'old c', 'tree/x/y': 'old y' });
});
afterEach(() => {
  removeTempDir(base);
});

const at = (path: string): AbsPath => join(root, path) as AbsPath;
const read = (path: string): string => readFileSync(at(path), 'utf8');
const hashAt = (path: string): Promise<ContentHash> => hashOf(readFileSync(at(path)));

function make(onStep?: (what: string) => void | Promise<void>): DiskChanges {
  return new DiskChanges({ journal, ...(onStep === undefined ? {} : { onStep }) });
}

async function write(path: string, text: string): Promise<FileChange> {
  return { kind: 'write', path: at(path), bytes: Buffer.from(text), expected: await hashAt(path) };
}

const create = (path: string, text = 'new'): FileChange => ({
  kind: 'write',
  path: at(path),
  bytes: Buffer.from(text),
  expected: null,
});

/** Every path below the root with its content, links as what they hold. */
function snapshot(directory: string = root): Record<string, string> {
  return Object.fromEntries(
    walkEntries(directory)
      .map(({ parentPath, name }): [string, string] => {
        const path = join(parentPath, name);
        const stat = lstatSync(path);
        const shown = stat.isSymbolicLink()
          ? `-> ${readlinkSync(path)}`
          : stat.isFile()
            ? readFileSync(path, 'utf8')
            : stat.isDirectory()
              ? '/'
              : 'no file';
        return [path.slice(directory.length + 1), shown];
      })
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}

const records = (): string[] => (existsSync(journal) ? readdirSync(journal) : []);

/** Does something once, before the step of that name. */
function before(step: string, act: () => void): (what: string) => void {
  let isDone = false;
  return (what) => {
    if (what !== step || isDone) return;
    isDone = true;
    act();
  };
}

describe('changes', () => {
  test('of every kind are made together, and nothing is left behind', async () => {
    await make().apply([
      await write('a', 'new a'),
      create('made/deep/file'),
      { kind: 'make directory', path: at('empty/inner') },
      { kind: 'remove', path: at('b'), expected: await hashAt('b') },
      { kind: 'remove', path: at('tree'), isRecursive: true },
      { kind: 'move', from: at('sub/c'), to: at('moved/c'), expected: await hashAt('sub/c') },
    ]);
    expect(snapshot()).toEqual({
      a: 'new a',
      empty: '/',
      'empty/inner': '/',
      made: '/',
      'made/deep': '/',
      'made/deep/file': 'new',
      moved: '/',
      'moved/c': 'old c',
      sub: '/',
    });
    expect(records()).toEqual([]);
  });

  test('that can be made pass the check, which makes none of them', async () => {
    const whole = snapshot();
    await make().check([await write('a', 'new'), create('made/x'), { kind: 'remove', path: at('b') }]);
    expect([snapshot(), records()]).toEqual([whole, []]);
  });

  test('remove an empty directory, and no other unless all in it is meant', async () => {
    mkdirSync(at('empty'));
    await make().apply([{ kind: 'remove', path: at('empty') }]);
    const error = await errorOf(() => make().apply([{ kind: 'remove', path: at('tree') }]));
    expect(error).toMatchObject({
      name: 'ToolExecutionError',
      message: expect.stringContaining('not empty'),
    });
    expect(snapshot()).toMatchObject({ 'tree/x/y': 'old y' });
    expect(existsSync(at('empty'))).toBe(false);
  });

  test('remove no directory that was empty and is not any more', async () => {
    mkdirSync(at('empty'));
    const hook = before('commit remove', () => {
      writeFileSync(at('empty/by-a-person'), 'mine');
    });
    const error = await errorOf(() => make(hook).apply([{ kind: 'remove', path: at('empty') }]));
    expect(error).toMatchObject({ code: 'STALE_FILE' });
    expect(read('empty/by-a-person')).toBe('mine');
  });

  test('remove a link and not what it leads to', async () => {
    symlinkSync('tree', at('link'));
    await make().apply([{ kind: 'remove', path: at('link') }]);
    expect(existsSync(at('link'))).toBe(false);
    expect(read('tree/x/y')).toBe('old y');
  });

  test('replace a file of several names under this name only', async () => {
    linkSync(at('a'), at('twin'));
    await make().apply([await write('a', 'new')]);
    expect([read('a'), read('twin')]).toEqual(['new', 'old a']);
  });

  test('asked for at once are made one after the other', async () => {
    const changes = make();
    const first = await write('a', 'first');
    const both = await Promise.allSettled([
      changes.apply([first]),
      changes.apply([{ ...first, bytes: Buffer.from('second') } as FileChange]),
    ]);
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(read('a')).toBe('first');
  });

  test('of an aborted signal do not begin, and those begun are taken back', async () => {
    const reason = new Error('stop');
    const change = [await write('a', 'new'), create('made/deep/file')];
    const whole = snapshot();
    expect(await errorOf(() => make().apply(change, AbortSignal.abort(reason)))).toBe(reason);
    const controller = new AbortController();
    const hook = before('stage replace', () => {
      controller.abort(reason);
    });
    expect(await errorOf(() => make(hook).apply(change, controller.signal))).toBe(reason);
    expect(snapshot()).toEqual(whole);
    expect(records()).toEqual([]);
  });
});

describe('a file that is replaced keeps', () => {
  test.each([0o644, 0o755, 0o600, 0o4755, 0o2750, 0o1644])('the mode %o', async (mode) => {
    chmodSync(at('a'), mode);
    await make().apply([await write('a', 'new')]);
    expect(statSync(at('a')).mode & 0o7777).toBe(mode);
  });

  test.skipIf(!isRoot)('its owner, when we may give it away', async () => {
    chownSync(at('a'), NOBODY, NOBODY);
    await make().apply([await write('a', 'new')]);
    expect(statSync(at('a'))).toMatchObject({ uid: NOBODY, gid: NOBODY });
  });

  // Node has no call for extended attributes.
  const python = (code: string): string =>
    execFileSync('python3', ['-c', `import os; ${code}`, at('a')], { encoding: 'utf8' }).trim();
  const hasAttributes = (): boolean => {
    try {
      writeFileSync(at('a'), 'old a');
      python('import sys; os.setxattr(sys.argv[1], "user.kind", b"old")');
      return true;
    } catch {
      return false;
    }
  };

  test('its extended attributes, and not what lets a program do more than its user', async (context) => {
    if (!hasAttributes()) context.skip('This file system, or this machine, has no extended attributes.');
    if (isRoot)
      python(
        'import sys; os.setxattr(sys.argv[1], "security.capability", bytes.fromhex("0100000200200000000000000000000000000000"))',
      );
    await make().apply([await write('a', 'new')]);
    expect(
      python('import sys; print(sorted(os.listxattr(sys.argv[1])), os.getxattr(sys.argv[1], "user.kind"))'),
    ).toBe("['user.kind'] b'old'");
    expect(read('a')).toBe('new');
  });

  test('its secret: what is staged is readable by nobody else', async () => {
    chmodSync(at('a'), 0o600);
    const modes: number[] = [];
    await make(() => {
      const staged = readdirSync(root).filter((name) => name.endsWith('.new'));
      modes.push(...staged.map((name) => statSync(at(name)).mode & 0o777));
    }).apply([await write('a', 'new')]);
    expect([...new Set(modes)]).toEqual([0o600]);
  });
});

describe('nothing is changed', () => {
  async function expectRefused(
    changes: readonly FileChange[],
    error: object,
    hook?: (what: string) => void,
  ): Promise<void> {
    const whole = snapshot();
    expect(await errorOf(() => make(hook).apply(changes))).toMatchObject(error);
    if (hook === undefined) expect(snapshot()).toEqual(whole);
    expect(records()).toEqual([]);
  }

  test('when one file of many is not as it was read', async () => {
    const changes = [await write('a', 'new'), create('made/x'), await write('b', 'new')];
    writeFileSync(at('b'), 'by a person');
    await expectRefused(changes, { name: 'StaleFileError', details: { path: at('b') } });
  });

  test('when something is where something new should be', async () => {
    await expectRefused([create('made/x'), create('sub')], { code: 'FILE_EXISTS' });
    await expectRefused([{ kind: 'make directory', path: at('a') }], { code: 'FILE_EXISTS' });
    await expectRefused([create('a/below-a-file')], { code: 'FILE_EXISTS' });
    await expectRefused([{ kind: 'move', from: at('a'), to: at('b'), expected: await hashAt('a') }], {
      code: 'FILE_EXISTS',
    });
  });

  test('when something comes to be there in the last moment', async () => {
    const hook = before('commit create', () => {
      writeFileSync(at('fresh'), 'by a person');
    });
    const change = [await write('a', 'new'), create('fresh')];
    await expectRefused(change, { code: 'FILE_EXISTS' }, hook);
    expect([read('a'), read('fresh')]).toEqual(['old a', 'by a person']);
  });

  test('when the target is a directory, a pipe, a link or nothing', async () => {
    const expected = await hashAt('a');
    const change = (path: string): FileChange => ({
      kind: 'write',
      path: at(path),
      bytes: Buffer.of(),
      expected,
    });
    execFileSync('mkfifo', [at('pipe')]);
    symlinkSync('a', at('link'));
    for (const path of ['sub', 'pipe', 'link', 'missing'])
      await expectRefused([change(path)], { code: 'STALE_FILE' });
  });

  test('when what is to go is not there', async () => {
    await expectRefused([create('x'), { kind: 'remove', path: at('missing') }], { code: 'FILE_NOT_FOUND' });
  });

  test('by a check, which finds what apply would refuse for the disk as it is', async () => {
    const whole = snapshot();
    for (const [change, code] of [
      [{ ...(await write('a', 'new')), expected: await hashAt('b') }, 'STALE_FILE'],
      [create('sub'), 'FILE_EXISTS'],
      [create('a/below-a-file'), 'FILE_EXISTS'],
      [{ kind: 'make directory', path: at('sub') }, 'FILE_EXISTS'],
      [{ kind: 'remove', path: at('missing') }, 'FILE_NOT_FOUND'],
      [{ kind: 'remove', path: at('tree') }, 'TOOL_EXECUTION'],
    ] as const) {
      const found = await errorOf(() => make().check([create('x'), change as FileChange]));
      expect(found).toMatchObject({ code });
      expect(await errorOf(() => make().apply([create('x'), change as FileChange]))).toEqual(found);
    }
    expect([snapshot(), records()]).toEqual([whole, []]);
  });

  test('when a path is named twice', async () => {
    await expectRefused([create('x'), create('x')], { message: expect.stringContaining('changed twice') });
  });

  test.each(['stage replace', 'commit replace'])(
    'outside, when a directory becomes a link before: %s',
    async (step) => {
      writeFiles(base, { 'outside/c': 'old c' });
      const hook = before(step, () => {
        renameSync(at('sub'), join(base, 'hidden'));
        symlinkSync(join(base, 'outside'), at('sub'));
      });
      await expectRefused([await write('sub/c', 'new')], { code: 'WORKSPACE_BOUNDARY' }, hook);
      expect(snapshot(join(base, 'outside'))).toEqual({ c: 'old c' });
      expect(snapshot(join(base, 'hidden'))).toEqual({ c: 'old c' });
    },
  );

  test.each(['stage replace', 'commit replace'])(
    'outside, when a directory above becomes a link before: %s',
    async (step) => {
      writeFiles(base, { 'outside/x/y': 'old y' });
      const hook = before(step, () => {
        renameSync(at('tree'), join(base, 'hidden'));
        symlinkSync(join(base, 'outside'), at('tree'));
      });
      await expectRefused([await write('tree/x/y', 'new')], { code: 'WORKSPACE_BOUNDARY' }, hook);
      expect(snapshot(join(base, 'outside'))).toEqual({ x: '/', 'x/y': 'old y' });
      expect(snapshot(join(base, 'hidden'))).toEqual({ x: '/', 'x/y': 'old y' });
    },
  );

  test('when the directory is gone', async () => {
    const hook = before('commit replace', () => {
      rmSync(at('sub'), { recursive: true });
    });
    await expectRefused(
      [await write('a', 'new'), await write('sub/c', 'new')],
      { code: 'FILE_NOT_FOUND' },
      hook,
    );
    expect(read('a')).toBe('old a');
  });

  test.skipIf(!isRoot)('on a disk that is full', async () => {
    const small = at('small');
    mkdirSync(small);
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', small], { stdio: 'ignore' });
    } catch {
      console.log('No file system can be mounted here: a full disk is not tested.');
      return;
    }
    try {
      writeFileSync(join(small, 'kept'), 'old');
      const expected = await hashOf(Buffer.from('old'));
      const bytes = Buffer.alloc(1_000_000, 'x');
      const change: FileChange = { kind: 'write', path: join(small, 'kept') as AbsPath, bytes, expected };
      await expectRefused([await write('a', 'new'), change], { code: 'DISK_FULL' });
      // What moves to another disk is copied, and comes back when the rest fails.
      const move = { kind: 'move', from: at('b'), to: join(small, 'b') as AbsPath } as const;
      await expectRefused([{ ...move, expected: await hashAt('b') }, change], { code: 'DISK_FULL' });
      await make().apply([{ ...move, expected: await hashAt('b') }]);
      expect([readFileSync(join(small, 'b'), 'utf8'), existsSync(at('b'))]).toEqual(['old b', false]);
    } finally {
      execFileSync('umount', [small]);
    }
  });

  describe.skipIf(!isRoot || process.seteuid === undefined)('without the right to', () => {
    beforeEach(() => {
      execFileSync('chown', ['-R', `${NOBODY}:${NOBODY}`, base]);
      process.setegid?.(NOBODY);
      process.seteuid?.(NOBODY);
    });
    afterEach(() => {
      process.seteuid?.(0);
      process.setegid?.(0);
    });

    test('a file that is read-only', async () => {
      chmodSync(at('a'), 0o444);
      await expectRefused([await write('b', 'new'), await write('a', 'new')], { code: 'PERMISSION_DENIED' });
    });

    test('a directory that is read-only', async () => {
      chmodSync(at('sub'), 0o555);
      await expectRefused([await write('a', 'new'), await write('sub/c', 'new')], {
        code: 'PERMISSION_DENIED',
      });
      await expectRefused([await write('a', 'new'), create('sub/new')], { code: 'PERMISSION_DENIED' });
      await expectRefused([await write('a', 'new'), { kind: 'remove', path: at('sub/c') }], {
        code: 'PERMISSION_DENIED',
      });
    });

    test('a file of somebody else, whose set-user bit does not come along', async () => {
      process.seteuid?.(0);
      chownSync(at('a'), 0, NOBODY);
      chmodSync(at('a'), 0o4775);
      process.seteuid?.(NOBODY);
      await make().apply([await write('a', 'new')]);
      expect(statSync(at('a'))).toMatchObject({ uid: NOBODY });
      expect(statSync(at('a')).mode & 0o7777).toBe(0o775);
    });
  });
});

describe('when the last of many changes fails', () => {
  test('all others are taken back, and what somebody else has changed since stays', async () => {
    const changes: FileChange[] = [];
    for (let number = 0; number < 20; number++) {
      writeFileSync(at(`many-${number}`), `old ${number}`);
      changes.push(await write(`many-${number}`, 'new'));
    }
    const last = create('fresh');
    const steps: string[] = [];
    const hook = (what: string): void => {
      steps.push(what);
      const commits = steps.filter((step) => step.startsWith('commit')).length;
      if (what !== 'commit create' || commits !== 21) return;
      writeFileSync(at('fresh'), 'by a person');
      writeFileSync(at('many-3'), 'by a person');
    };
    expect(await errorOf(() => make(hook).apply([...changes, last]))).toMatchObject({ code: 'FILE_EXISTS' });
    const expected = changes.map((_, number) => (number === 3 ? 'by a person' : `old ${number}`));
    expect(changes.map((_, number) => read(`many-${number}`))).toEqual(expected);
    expect(Object.keys(snapshot()).filter((path) => path.includes('.troupe-'))).toEqual([]);
  });

  test('and cannot be taken back, it is said, and ended by the next process', async () => {
    const hook = (what: string): void => {
      if (what === 'commit create' || what === 'undo replace') throw new Error('broken');
    };
    const error = await errorOf(async () => make(hook).apply([await write('a', 'new'), create('z')]));
    expect(error).toMatchObject({
      message: expect.stringContaining('not all earlier changes could be rolled back'),
    });
    expect(records()).toHaveLength(1);
    expect(await make().recover([root])).toEqual([]);
  });
});

describe('recovery', () => {
  test('leaves what another process that lives has begun', async () => {
    const seen: unknown[] = [];
    await make(async (what) => {
      if (what === 'commit replace') seen.push(await make().recover([root]));
    }).apply([await write('a', 'new')]);
    expect(seen).toEqual([[]]);
    expect(read('a')).toBe('new');
  });

  test('is made by one process only, also when several start at once', async () => {
    const record = abandon([{ kind: 'make directory', directory: root, name: 'half' }]);
    mkdirSync(at('half'));
    const both = await Promise.all(Array.from({ length: 8 }, () => make().recover([root])));
    expect(both.flat()).toEqual([{ outcome: 'completed', paths: [at('half')] }]);
    expect([existsSync(at('half')), existsSync(record)]).toEqual([true, false]);
  });

  test('keeps changes waiting until it has ended', async () => {
    abandon([{ kind: 'make directory', directory: root, name: 'half' }]);
    const change = await write('a', 'new');
    const steps: string[] = [];
    let applied: Promise<void> | undefined;
    const changes = make(async (what) => {
      steps.push(what);
      if (applied !== undefined) return;
      applied = changes.apply([change]);
      // Lasts longer than the change needs to begin, if it did not wait.
      for (let looks = 0; looks < 50; looks += 1) await stat(root);
    });
    await changes.recover([root]);
    await applied;
    expect(steps.slice(0, 4)).toEqual(['clear', 'forget', 'journal', 'stage replace']);
  });

  test('leaves records alone that it cannot read, or that another machine wrote', async () => {
    const step = { kind: 'make directory', directory: root, name: 'half' };
    const paths = [abandon([{ ...step, name: '../x' }]), abandon([step], { host: 'elsewhere' })];
    writeFileSync(paths[0] ?? '', 'not JSON');
    expect(await make().recover([root])).toEqual([]);
    expect(paths.map((path) => existsSync(path))).toEqual([true, true]);
  });

  test('follows no link that a directory has become', async () => {
    const hashes = { newHash: await hashOf(Buffer.from('new')), oldHash: await hashOf(Buffer.from('old')) };
    const aside = (end: string): string => `.c.troupe-x-1.${end}`;
    writeFiles(base, { [`outside/${aside('new')}`]: 'new', 'outside/c': 'old' });
    symlinkSync(join(base, 'outside'), at('link'));
    abandon([
      {
        kind: 'replace',
        directory: at('link'),
        name: 'c',
        staged: aside('new'),
        kept: aside('old'),
        ...hashes,
      },
    ]);
    const whole = snapshot(join(base, 'outside'));
    await make().recover([root]);
    expect(snapshot(join(base, 'outside'))).toEqual(whole);
  });

  test.each<[string, (step: object) => readonly object[], boolean]>([
    ['outside', (step) => [{ ...step, directory: join(base, 'outside') }], false],
    [
      'inside and outside',
      (step) => [
        { ...step, directory: root },
        { ...step, directory: join(base, 'outside') },
      ],
      true,
    ],
    ['on a way up', (step) => [{ ...step, directory: `${root}/../outside` }], false],
    ['beside', (step) => [{ ...step, directory: `${root}2` }], false],
    ['above by its name', (step) => [{ ...step, directory: root, name: '..' }], false],
    ['relative', (step) => [{ ...step, directory: 'outside' }], false],
  ])('obeys no record that leads %s', async (_, stepsOf, isTold) => {
    writeFiles(base, { 'outside/c': 'old', 'root2/c': 'old', 'root/c': 'old' });
    const before = snapshot(base);
    const kept = '.c.troupe-x-1.old';
    const record = abandon(stepsOf({ kind: 'remove', name: 'c', kept }));
    const outcomes = (await make().recover([root])).map(({ outcome }) => outcome);
    expect(outcomes).toEqual(isTold ? ['refused'] : []);
    expect(existsSync(record)).toBe(true);
    rmSync(journal, { recursive: true });
    expect(snapshot(base)).toEqual(before);
  });

  test('obeys a record in the other folder for it, unless others may write there', async () => {
    const fallback = join(base, 'fallback');
    const recover = () => new DiskChanges({ journal, journalFallback: fallback }).recover([root]);
    const step = { kind: 'make directory', directory: root, name: 'half' };
    const record = abandon([step], {}, fallback);
    chmodSync(fallback, 0o777);
    expect(await recover()).toEqual([]);
    expect(existsSync(record)).toBe(true);
    chmodSync(fallback, 0o700);
    expect(await recover()).toMatchObject([{ outcome: 'completed', paths: [at('half')] }]);
    expect(readdirSync(fallback)).toEqual([]);
  });

  let number = 0;
  /** A record of a process that is gone. Its path. */
  function abandon(steps: readonly object[], rest: object = {}, folder = journal): string {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    // No system gives a process so high a number.
    const id = `00000000-0000-4000-8000-${String((number += 1)).padStart(12, '0')}`;
    const path = join(folder, `${id}.99999999-1.json`);
    const host = hostname();
    writeFileSync(path, JSON.stringify({ host, phase: 'committing', steps, ...rest }));
    return path;
  }
});

describe.skipIf(process.platform === 'win32')(
  'where nothing can be written to the folder of the journal',
  () => {
    const fallbackOf = (): string => join(base, 'fallback');
    const changesTo = (place: string): DiskChanges =>
      new DiskChanges({ journal: place, journalFallback: fallbackOf() });
    /** Folders that nobody can make, or write to. */
    const places = (): readonly string[] => {
      writeFiles(base, { file: '' });
      symlinkSync('nowhere', join(base, 'dangling'));
      return [
        join(base, 'file'),
        join(base, 'file/journal'),
        join(base, 'dangling'),
        ...(existsSync('/proc/self') ? ['/proc/troupe/journal'] : []),
      ];
    };

    test('another one takes it, of this person alone', async () => {
      for (const [index, place] of places().entries()) {
        await changesTo(place).apply([create(`new-${index}`)]);
        expect(readFileSync(at(`new-${index}`), 'utf8')).toBe('new');
        expect(statSync(fallbackOf()).mode & 0o777).toBe(0o700);
        expect(readdirSync(fallbackOf())).toEqual([]);
      }
    });

    test('and others may write to the other one, nothing is changed, and the error says what to do', async () => {
      mkdirSync(fallbackOf());
      chmodSync(fallbackOf(), 0o777);
      for (const place of places()) {
        const failed = changesTo(place).apply([create('new')]);
        await expect(failed).rejects.toThrow(PermissionDeniedError);
        await expect(failed).rejects.toThrow(
          /set XDG_STATE_HOME, or HOME, to a folder that you can write to\./,
        );
        expect(existsSync(at('new'))).toBe(false);
      }
      rmSync(fallbackOf(), { recursive: true });
      symlinkSync(root, fallbackOf());
      await expect(changesTo(join(base, 'file')).apply([create('new')])).rejects.toThrow(
        PermissionDeniedError,
      );
    });
  },
);
