import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { chmodSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ContentHash } from '../../../../../src/actors/protocol/file-changes.js';
import type { ThreadId } from '../../../../../src/actors/protocol/thread.js';
import type { AbsPath } from '../../../../../src/actors/protocol/workspace.js';
import type { AroundCommands } from '../../../../../src/host/node/checkpoints/around/around-commands.js';
import { KnownWrites } from '../../../../../src/host/node/checkpoints/known-writes.js';
import { MemoryVersions } from '../../../../doubles/memory-versions.js';
import { makeTempDir, removeTempDir, writeFiles } from '../../../../doubles/temp-dir.js';
import { createAround, git, readTree, RecordedCall, undo } from './try-around.js';

const { signal } = new AbortController();
const TINY = { maxBytes: 1000, maxFiles: 10 };

let root: AbsPath;
let other: AbsPath;
beforeEach(() => {
  root = makeTempDir();
  other = makeTempDir();
});
afterEach(() => {
  removeTempDir(root);
  removeTempDir(other);
});

/** Runs `work` as a command, and returns what was recorded. */
async function runAround(
  around: AroundCommands,
  work: () => void,
  call = new RecordedCall(),
): Promise<RecordedCall> {
  const end = await around.beforeCommand(call, signal);
  work();
  await end();
  return call;
}

function pathsOf(call: RecordedCall): readonly string[] {
  return call.changes.map(({ path }) => path.slice(root.length + 1)).sort();
}

function hashOf(text: string): ContentHash {
  return createHash('sha256').update(text).digest('hex') as ContentHash;
}

describe('Checkpoints around commands', () => {
  test('report what changed with both versions, and nothing else', async () => {
    writeFiles(root, { 'a.txt': 'old', 'same.txt': 'same', 'gone.txt': 'gone' });
    await using around = createAround({ roots: [root] });
    const call = await runAround(around, () => {
      writeFiles(root, { 'a.txt': 'new', 'same.txt': 'same', 'b.txt': 'b' });
      rmSync(join(root, 'gone.txt'));
    });
    const file = (text: string) => ({
      kind: 'file',
      hash: hashOf(text),
      size: text.length,
      mode: 0o644,
      source: { kind: 'store' },
    });
    expect([...call.changes].sort((a, b) => (a.path < b.path ? -1 : 1))).toEqual([
      { path: join(root, 'a.txt'), before: file('old'), after: file('new') },
      { path: join(root, 'b.txt'), before: null, after: file('b') },
      { path: join(root, 'gone.txt'), before: file('gone'), after: null },
    ]);
  });

  test('leave to others what changed before the command and between two commands', async () => {
    writeFiles(root, { a: '1' });
    await using around = createAround({ roots: [root] });
    await runAround(around, () => undefined);
    writeFiles(root, { a: '2', b: 'person' });
    const call = await runAround(around, () => {
      writeFiles(root, { c: 'command' });
    });
    expect(pathsOf(call)).toEqual(['c']);
  });

  test('leave to an edit what it wrote meanwhile, and to the command what it made of that', async () => {
    writeFiles(root, { a: '1', b: '1' });
    const knownWrites = new KnownWrites();
    await using around = createAround({ roots: [root], knownWrites });
    const edited = {
      kind: 'file',
      hash: hashOf('edit'),
      size: 4,
      mode: 0o644,
      source: { kind: 'store' },
    } as const;
    const call = await runAround(around, () => {
      for (const name of ['a', 'b']) {
        writeFiles(root, { [name]: 'edit' });
        knownWrites.note(join(root, name) as AbsPath, {
          after: edited,
          thread: 'other' as ThreadId,
          at: Date.now(),
        });
      }
      writeFiles(root, { b: 'command' });
    });
    expect(call.changes).toMatchObject([{ path: join(root, 'b'), before: edited }]);
  });

  test('leave to an edit what they see on the disk before the edit has been noted', async () => {
    const knownWrites = new KnownWrites();
    await using around = createAround({ roots: [root], knownWrites });
    const path = join(root, 'a') as AbsPath;
    const call = new RecordedCall();
    const end = await around.beforeCommand(call, signal);
    let ended: Promise<void> | undefined;
    await knownWrites.inTurn(async () => {
      writeFiles(root, { a: 'edit' });
      chmodSync(path, 0o644);
      ended = end();
      // Lasts longer than the look, if that did not wait for the edit.
      for (let scans = 0; scans < 50; scans += 1) await stat(path);
      const after = {
        kind: 'file',
        hash: hashOf('edit'),
        size: 4,
        mode: 0o644,
        source: { kind: 'store' },
      } as const;
      knownWrites.note(path, { after, thread: 'other' as ThreadId, at: Date.now() });
    });
    await ended;
    expect(call.changes).toEqual([]);
  });

  test('give what two commands did at once to the first one to end, and the rest to the other', async () => {
    await using around = createAround({ roots: [root] });
    const [one, two] = [new RecordedCall('one'), new RecordedCall('two')];
    const endOne = await around.beforeCommand(one, signal);
    writeFiles(root, { before: '' });
    const endTwo = await around.beforeCommand(two, signal);
    writeFiles(root, { both: '' });
    await endTwo();
    writeFiles(root, { rest: '' });
    await endOne();
    expect([pathsOf(one), pathsOf(two)]).toEqual([['before', 'rest'], ['both']]);
  });

  test('cover small ignored places first, and name the rest with what is in it', async () => {
    git(root, 'init', '-q');
    writeFiles(root, {
      '.gitignore': 'node_modules\ndist\n.env\n',
      '.env': 'KEY=1',
      'dist/out.js': 'out',
      'node_modules/a/index.js': 'x'.repeat(2000),
      'node_modules/b.js': 'y',
    });
    await using around = createAround({ roots: [root], ignored: TINY });
    const uncovered = { path: join(root, 'node_modules'), reason: 'budget', bytes: 2001, files: 2 };
    expect(await around.findUncovered(signal)).toEqual([uncovered]);
    const call = await runAround(around, () => {
      for (const name of ['dist', 'node_modules', '.env']) rmSync(join(root, name), { recursive: true });
    });
    expect(call.uncovered).toEqual([uncovered]);
    expect(pathsOf(call)).toEqual(['.env', 'dist', 'dist/out.js']);
  });

  test('cover a place that has become small enough, without taking it for new', async () => {
    git(root, 'init', '-q');
    writeFiles(root, { '.gitignore': 'cache\n', 'cache/big': 'x'.repeat(2000), 'cache/small': 'x' });
    const versions = new MemoryVersions();
    await using around = createAround({ roots: [root], ignored: TINY, versions });
    await around.prepare();
    rmSync(join(root, 'cache/big'));
    const before = readTree(root);
    const call = await runAround(around, () => {
      writeFiles(root, { 'cache/small': 'y', 'cache/new': 'z' });
    });
    expect(pathsOf(call)).toEqual(['cache/new', 'cache/small']);
    undo(call.changes, versions);
    expect(readTree(root)).toEqual(before);
  });

  test('name files that are too large for the budget one by one, the largest first', async () => {
    writeFiles(root, { small: 'x', large: 'x'.repeat(2000) });
    await using around = createAround({ roots: [root], loose: TINY });
    expect(await around.findUncovered(signal)).toEqual([
      { path: join(root, 'large'), reason: 'budget', bytes: 2000, files: 1 },
    ]);
  });

  test('name what the store has no room for, and try again', async () => {
    writeFiles(root, { a: 'x'.repeat(50), b: 'y'.repeat(60) });
    const versions = new MemoryVersions(50);
    await using around = createAround({ roots: [root], versions });
    const full = { path: join(root, 'b'), reason: 'quota', bytes: 60, files: 1 };
    expect(await around.findUncovered(signal)).toEqual([full]);
    expect((await runAround(around, () => undefined)).uncovered).toEqual([full]);
  });

  test('name pipes, and names that are no text', async () => {
    execFileSync('mkfifo', [join(root, 'pipe')]);
    writeFileSync(Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0xff, 0xfe])]), '');
    await using around = createAround({ roots: [root] });
    expect(await around.findUncovered(signal)).toEqual([
      { path: root, reason: 'unreadable' },
      { path: join(root, 'pipe'), reason: 'special' },
    ]);
  });

  test('cover several roots, one in another counting once, and repositories in them', async () => {
    writeFiles(root, { 'in/a': '1', 'nested/.gitignore': 'out\n', 'nested/b': '1', 'nested/out/c': '1' });
    writeFiles(other, { d: '1' });
    git(join(root, 'nested'), 'init', '-q');
    git(join(root, 'nested'), 'add', '-A');
    git(join(root, 'nested'), 'commit', '-qm', 'one');
    const versions = new MemoryVersions();
    await using around = createAround({ roots: [root, join(root, 'in') as AbsPath, other], versions });
    await around.prepare();
    const before = [readTree(root), readTree(other)];
    const call = await runAround(around, () => {
      rmSync(join(root, 'nested'), { recursive: true });
      rmSync(join(root, 'in'), { recursive: true });
      writeFiles(other, { d: '2' });
    });
    undo(call.changes, versions);
    expect([readTree(root), readTree(other)]).toEqual(before);
    expect(new Set(call.changes.map(({ path }) => path)).size).toBe(call.changes.length);
  });

  test('store nothing of a submodule that git has', async () => {
    writeFiles(other, { lib: 'lib' });
    git(other, 'init', '-q');
    git(other, 'add', '-A');
    git(other, 'commit', '-qm', 'one');
    git(root, 'init', '-q');
    git(root, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', other, 'sub');
    git(root, 'commit', '-qm', 'one');
    const versions = new MemoryVersions();
    await using around = createAround({ roots: [root], versions });
    await around.prepare();
    expect(versions.contents.size).toBe(0);
    const before = readTree(root);
    const call = await runAround(around, () => {
      rmSync(join(root, 'sub/lib'));
    });
    undo(call.changes, versions);
    expect(readTree(root)).toEqual(before);
  });

  test('do not take a file that git converts for the object that it makes of it', async () => {
    git(root, 'init', '-q');
    git(root, 'config', 'core.autocrlf', 'true');
    writeFiles(root, { 'a.txt': 'one\r\ntwo\r\n' });
    git(root, 'add', '-A');
    git(root, 'commit', '-qm', 'one');
    const versions = new MemoryVersions();
    await using around = createAround({ roots: [root], versions });
    const before = readTree(root);
    const call = await runAround(around, () => {
      rmSync(join(root, 'a.txt'));
    });
    undo(call.changes, versions);
    expect(readTree(root)).toEqual(before);
  });

  test('take a root that is gone for an empty one', async () => {
    await using around = createAround({ roots: [root] });
    rmSync(root, { recursive: true });
    const call = await runAround(around, () => {
      writeFiles(root, { a: 'new' });
    });
    expect(call.problems).toEqual([]);
    expect(call.changes).toMatchObject([{ path: join(root, 'a'), before: null, after: { kind: 'file' } }]);
  });

  test('end with the reason of the signal, and count nothing for a command that did not run', async () => {
    await using around = createAround({ roots: [root] });
    const cancel = new AbortController();
    const call = new RecordedCall();
    const begin = around.beforeCommand(call, cancel.signal);
    cancel.abort(new Error('stop'));
    await expect(begin).rejects.toThrow('stop');
    writeFiles(root, { a: '' });
    expect(pathsOf(await runAround(around, () => undefined))).toEqual([]);
    expect(call.changes).toEqual([]);
  });
});

describe('The state that one process leaves to the next', () => {
  /** A process that began a command and died: it never ends it. */
  async function die(work: () => void, versions: MemoryVersions): Promise<void> {
    const around = createAround({ roots: [root], directory: other, versions });
    await around.beforeCommand(new RecordedCall('lost'), signal);
    work();
    await around[Symbol.asyncDispose]();
    release();
  }

  /** Names the files as those of a process that has ended. */
  function release(): void {
    for (const name of readdirSync(other)) {
      const [root_, , ...rest] = name.split('-');
      execFileSync('mv', [join(other, name), join(other, [root_, '4194399', ...rest].join('-'))]);
    }
  }

  test('tells what an interrupted command did', async () => {
    writeFiles(root, { a: '1', b: '1' });
    const versions = new MemoryVersions();
    const before = readTree(root);
    await die(() => {
      writeFiles(root, { a: '2' });
      rmSync(join(root, 'b'));
    }, versions);
    await using around = createAround({ roots: [root], directory: other, versions });
    const changes = await around.findInterrupted('thread' as ThreadId, 'lost');
    expect(await around.findInterrupted('thread' as ThreadId, 'unknown')).toEqual([]);
    undo(changes, versions);
    expect(readTree(root)).toEqual(before);
  });

  test('is built anew when it is cut off or damaged', async () => {
    writeFiles(root, { a: '1', b: '1' });
    const versions = new MemoryVersions();
    for (const length of [0, 5, 40, 200]) {
      await die(() => undefined, versions);
      for (const name of readdirSync(other)) truncateSync(join(other, name), length);
      await using around = createAround({ roots: [root], directory: other, versions });
      const before = readTree(root);
      const call = await runAround(around, () => {
        rmSync(join(root, 'a'));
      });
      undo(call.changes, versions);
      expect(readTree(root)).toEqual(before);
    }
  });

  test('names the contents that the store must not collect', async () => {
    writeFiles(root, { a: '1' });
    await using around = createAround({ roots: [root] });
    await around.prepare();
    expect(await around.listReferenced()).toEqual([hashOf('1')]);
  });
});
