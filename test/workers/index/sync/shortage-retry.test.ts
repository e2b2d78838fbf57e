import * as fs from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RelPath, RootStatus } from '../../../../src/actors/protocol/workspace.js';
import { ShortageRetry } from '../../../../src/workers/index/sync/shortage-retry.js';
import { WorkspaceRoot } from '../../../../src/workers/index/root/workspace-root.js';
import type { ScanRequest } from '../../../../src/workers/pool/run-scan.js';
import { statDirectories } from '../../../../src/workers/walk/stat-directories.js';
import { FakeClock } from '../../../doubles/fake-clock.js';
import { scanAlone } from '../../walk/scanned-tree.js';
import { TempTree } from '../../walk/temp-tree.js';

vi.mock(import('node:fs'), { spy: true });

const SHORTAGE =
  'Some of the disk could not be read, for want of open files or memory, or because it failed: what was known of it is kept, and it is tried again.';

const paths = (...all: string[]): RelPath[] => all as RelPath[];

describe('ShortageRetry', () => {
  it('tries again after ever longer waits, and says so as long as it lasts', () => {
    const clock = new FakeClock();
    const retries: (readonly RelPath[])[] = [];
    const shortageRetry = new ShortageRetry(clock, (directories) => retries.push(directories));
    expect(shortageRetry.reason).toBeUndefined();
    shortageRetry.note(paths('a/b', 'a', 'c'));
    expect(shortageRetry.reason).toContain('could not be read');
    clock.advance(1000);
    expect(retries).toEqual([paths('a', 'c')]);
    shortageRetry.note(paths('c'));
    shortageRetry.retried();
    clock.advance(1999);
    expect(retries).toHaveLength(1);
    clock.advance(1);
    expect(retries[1]).toEqual(paths('c'));
    expect(shortageRetry.reason).toBeDefined();
    shortageRetry.retried();
    expect(shortageRetry.reason).toBeUndefined();
    shortageRetry.note(paths('d'));
    clock.advance(1000);
    expect(retries[2]).toEqual(paths('d'));
    shortageRetry.close();
  });

  it('waits a minute at most, for the whole tree where it is many directories', () => {
    const clock = new FakeClock();
    let retried: readonly RelPath[] = [];
    const shortageRetry = new ShortageRetry(clock, (directories) => {
      retried = directories;
    });
    for (let round = 0; round < 20; round++) {
      shortageRetry.note(Array.from({ length: 65 }, (_, index) => `d${index}` as RelPath));
      clock.advance(60_000);
      expect(retried).toEqual(['']);
      retried = [];
    }
    shortageRetry.note(paths('x'));
    shortageRetry.close();
    clock.advance(60_000);
    expect(retried).toEqual([]);
  });
});

describe('a root of which some cannot be read now', () => {
  let tree: TempTree;
  let clock: FakeClock;
  let root: WorkspaceRoot;
  let unread: string[];
  const pool = {
    scan: async ({ rules, under }: ScanRequest) => scanAlone(tree.root, rules, under),
    statDirectories: async (job: Parameters<typeof statDirectories>[0]) => statDirectories(job),
  };
  beforeEach(async () => {
    tree = new TempTree();
    clock = new FakeClock();
    unread = [];
    const { readdirSync } = await vi.importActual<typeof fs>('node:fs');
    vi.mocked(fs.readdirSync).mockImplementation((...args: Parameters<typeof fs.readdirSync>) => {
      if (unread.some((path) => args[0] === join(tree.root, path))) {
        throw Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' });
      }
      return readdirSync(...args);
    });
    for (const file of ['a/x', 'a/deep/y', 'b/z']) tree.write(file);
    const config = { path: tree.root, corePatterns: [], ignorePatterns: [], useGitignore: false };
    const listener = { onStatus: () => undefined, onChange: () => undefined, onRules: () => undefined };
    root = new WorkspaceRoot(config, { pool, listener, clock });
  });
  afterEach(async () => {
    await root.close();
    vi.mocked(fs.readdirSync).mockReset();
    tree.remove();
  });

  /** Lets what is due be tried again, and waits until that is done. */
  async function retry(): Promise<RootStatus> {
    clock.advance(60_000);
    await root.scan('no/such/place' as RelPath);
    return root.status;
  }

  it.each(['sweep', 'scan'])(
    'keeps what it knows through a %s, is degraded, and sees the rest later',
    async (way) => {
      root.open();
      await root.settled;
      expect([...root.data.paths()]).toEqual(['a/deep/y', 'a/x', 'b/z']);
      unread = ['a'];
      tree.write('a/new');
      tree.write('b/new');
      const everything = '' as RelPath;
      if (way === 'scan') await root.scan(everything);
      else await root.takeBatch({ root: tree.root, hints: [], rescans: [everything], isPolled: true });
      expect([...root.data.paths()]).toEqual(['a/deep/y', 'a/x', 'b/new', 'b/z']);
      expect(root.status.phase).toBe('degraded');
      expect(root.data.isComplete(root.data.find('a'))).toBe(false);
      expect((await retry()).phase).toBe('degraded');
      unread = [];
      expect((await retry()).phase).toBe('ready');
      expect([...root.data.paths()]).toEqual(['a/deep/y', 'a/new', 'a/x', 'b/new', 'b/z']);
      expect(root.data.isComplete(root.data.find('a'))).toBe(true);
    },
  );

  it('has the rest of the tree when a part of it cannot be read at first', async () => {
    unread = ['a'];
    root.open();
    await root.settled;
    expect([...root.data.paths()]).toEqual(['b/z']);
    expect(root.status.phase).toBe('degraded');
    unread = [];
    expect((await retry()).phase).toBe('ready');
    expect([...root.data.paths()]).toEqual(['a/deep/y', 'a/x', 'b/z']);
  });

  it('has failed when nothing could be read at first, says why, and has all of it later', async () => {
    const outOfFiles = Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' });
    vi.spyOn(pool, 'scan').mockRejectedValueOnce(outOfFiles);
    root.open();
    await root.settled;
    expect(root.status).toMatchObject({ phase: 'failed', reason: SHORTAGE, files: 0 });
    const { phase, reason } = await retry();
    expect([phase, reason]).toEqual(['ready', undefined]);
    expect([...root.data.paths()]).toEqual(['a/deep/y', 'a/x', 'b/z']);
  });
});
