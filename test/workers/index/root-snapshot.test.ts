import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ActorLostError } from '../../../src/actors/protocol/errors.js';
import type { AbsPath, RelPath, RootConfig } from '../../../src/actors/protocol/workspace.js';
import { deferred, type Deferred } from '../../../src/actors/runtime/deferred.js';
import { WorkspaceRoot } from '../../../src/workers/index/root/workspace-root.js';
import type { ScanRequest } from '../../../src/workers/pool/run-scan.js';
import { statDirectories } from '../../../src/workers/walk/stat-directories.js';
import { FakeClock } from '../../doubles/fake-clock.js';
import { settle } from '../../doubles/settle.js';
import { scanAlone } from '../walk/scanned-tree.js';
import { TempTree } from '../walk/temp-tree.js';

const QUIET_MS = 30_000;

let tree: TempTree;
let config: RootConfig;
let folder: string;
let clock: FakeClock;
let scanned: string[];
/** What holds the look at the disk up, where a test wants to look first. */
let gate: Deferred<void> | undefined;
/** Whether the threads that read the disk are gone. */
let isLost = false;
const roots: WorkspaceRoot[] = [];

beforeEach(() => {
  tree = new TempTree();
  tree.write('root/.gitignore', '*.log\n');
  for (const file of ['a/b/deep.ts', 'a/x.log', 'lib/index.ts']) tree.write(`root/${file}`);
  const path = join(tree.root, 'root') as AbsPath;
  config = { path, corePatterns: [], ignorePatterns: [], useGitignore: true };
  folder = join(tree.root, 'cache');
  clock = new FakeClock();
  scanned = [];
  gate = undefined;
});
afterEach(async () => {
  gate?.resolve();
  for (const root of roots.splice(0)) await root.close();
  tree.remove();
});

const pool = {
  async scan({ rules, under, signal }: ScanRequest) {
    await gate?.promise;
    signal?.throwIfAborted();
    scanned.push(under);
    return scanAlone(config.path, rules, under);
  },
  async statDirectories(job: Parameters<typeof statDirectories>[0]) {
    if (isLost) throw new ActorLostError('The threads are gone.', { actor: 'scan pool' });
    await gate?.promise;
    return statDirectories(job);
  },
};

function start(own: Partial<RootConfig> = {}): WorkspaceRoot {
  const listener = { onStatus: () => undefined, onChange: () => undefined, onRules: () => undefined };
  const root = new WorkspaceRoot({ ...config, ...own }, { pool, listener, clock, snapshotDirectory: folder });
  roots.push(root);
  root.open();
  return root;
}

async function settled(own: Partial<RootConfig> = {}): Promise<WorkspaceRoot> {
  const root = start(own);
  await root.settled;
  return root;
}

function filesOf({ data }: WorkspaceRoot): string[] {
  return [...data.paths()];
}

const ALL = ['.gitignore', 'a/b/deep.ts', 'lib/index.ts'];

describe('a root that was open before', () => {
  it('has its entries at once, and is ready when the disk agrees, without a scan', async () => {
    const first = await settled();
    expect([first.status.snapshot, scanned]).toEqual(['none', ['']]);
    await first.close();
    gate = deferred();
    const again = start();
    expect(filesOf(again)).toEqual(ALL);
    expect(again.status).toMatchObject({ phase: 'scanning', files: 3, directories: 3, snapshot: 'used' });
    gate.resolve();
    await again.settled;
    expect(again.status).toMatchObject({ phase: 'ready', snapshot: 'used', repaired: 0 });
    expect([filesOf(again), scanned]).toEqual([ALL, ['']]);
  });

  it('has the entries of a scan that was under way when it was closed', async () => {
    gate = deferred();
    const closing = start().close();
    gate.resolve();
    await closing;
    const again = await settled();
    expect([filesOf(again), again.status.snapshot, scanned]).toEqual([ALL, 'used', ['']]);
  });

  it('has nothing of a scan that takes too long to be waited for when it is closed', async () => {
    gate = deferred();
    const first = start();
    const closing = first.close();
    clock.advance(3000);
    await settle();
    gate.resolve();
    await closing;
    expect(first.isSettled).toBe(false);
    expect((await settled()).status.snapshot).toBe('none');
  });

  it('sees what has changed meanwhile before it is ready', async () => {
    await (await settled()).close();
    tree.write('root/a/b/new.ts');
    tree.write('root/made/of/new.ts');
    rmSync(join(config.path, 'lib'), { recursive: true });
    const again = await settled();
    expect(filesOf(again)).toEqual(['.gitignore', 'a/b/deep.ts', 'a/b/new.ts', 'made/of/new.ts']);
    expect([again.status.snapshot, scanned]).toEqual(['used', ['']]);
  });

  it('knows without a scan what git does not check out, and where submodules belong', async () => {
    const git = (...args: string[]): unknown => execFileSync('git', args, { cwd: config.path });
    git('init', '-q');
    git('add', '.gitignore');
    git('update-index', '--skip-worktree', '.gitignore');
    git('update-index', '--add', '--cacheinfo', `160000,${'0123'.repeat(10)},lib`);
    rmSync(join(config.path, '.gitignore'));
    const first = await settled();
    expect(filesOf(first)).toEqual(['a/b/deep.ts']);
    scanned = [];
    await first.close();
    tree.write('root/lib/new.ts');
    tree.write('root/a/new.log');
    tree.write('root/a/new.ts');
    const again = await settled();
    expect([again.status.snapshot, filesOf(again), scanned]).toEqual([
      'used',
      ['a/b/deep.ts', 'a/new.ts'],
      [],
    ]);
  });

  it('is scanned when its rules have changed', async () => {
    await (await settled()).close();
    writeFileSync(join(config.path, '.gitignore'), '*.ts\n');
    const again = await settled();
    expect([again.status.phase, again.status.snapshot]).toEqual(['ready', 'stale']);
    expect([filesOf(again), scanned]).toEqual([
      ['.gitignore', 'a/x.log'],
      ['', ''],
    ]);
  });

  it('sees what changes after it was scanned instead', async () => {
    for (const folder of ['objects', 'refs'])
      mkdirSync(join(config.path, '.git', folder), { recursive: true });
    tree.write('root/.git/HEAD', 'ref: refs/heads/main\n');
    await (await settled()).close();
    writeFileSync(join(config.path, '.gitignore'), '*.ts\n');
    tree.write('root/made/first');
    const again = await settled();
    tree.write('root/made/second');
    await again.takeBatch({ root: config.path, hints: [], rescans: [''] as RelPath[], isPolled: true });
    expect(filesOf(again)).toEqual(['.gitignore', 'a/x.log', 'made/first', 'made/second']);
  });

  it('is scanned when its patterns are others, or the file is damaged', async () => {
    await (await settled()).close();
    expect((await settled({ ignorePatterns: ['lib'] })).status.snapshot).toBe('none');
    const [name] = readdirSync(folder);
    const bytes = readFileSync(join(folder, name!));
    bytes[bytes.length >> 1]! ^= 1;
    writeFileSync(join(folder, name!), bytes);
    const again = await settled();
    expect([again.status.snapshot, filesOf(again)]).toEqual(['none', ALL]);
  });

  it('has nothing when its folder is gone, and all when it is back', async () => {
    await (await settled()).close();
    renameSync(config.path, `${config.path}-away`);
    const again = await settled();
    expect([again.status.phase, again.status.snapshot, filesOf(again)]).toEqual(['failed', 'stale', []]);
    renameSync(`${config.path}-away`, config.path);
    await again.takeBatch({ root: config.path, hints: [], rescans: [''] as RelPath[], isPolled: true });
    expect([again.status.phase, filesOf(again)]).toEqual(['ready', ALL]);
  });

  it('is not taken for true when the disk cannot be asked', async () => {
    await (await settled()).close();
    isLost = true;
    const again = await settled();
    expect([again.status.phase, again.isVerified, filesOf(again)]).toEqual(['failed', false, ALL]);
    isLost = false;
    await again.scan('' as RelPath);
    expect([again.status.phase, again.isVerified]).toEqual(['ready', true]);
  });

  it('keeps what is core apart from what is not held: nothing with a capacity, a scan with core patterns', async () => {
    await (await settled({ dynamicCapacity: 5 })).close();
    expect(roots.at(-1)!.status.snapshot).toBeUndefined();
    await (await settled({ corePatterns: ['a/'] })).close();
    scanned = [];
    const again = await settled({ corePatterns: ['a/'] });
    expect([again.status.snapshot, scanned]).toEqual(['used', ['']]);
  });
});

describe('a snapshot', () => {
  it('is written when changes are over, and not again without any', async () => {
    const root = await settled();
    expect(() => readdirSync(folder)).toThrow('ENOENT');
    clock.advance(QUIET_MS);
    await root.close();
    const [name] = readdirSync(folder);
    rmSync(join(folder, name!));
    // Scanned anew, it is due again; verified, it is not.
    await (await settled()).close();
    expect(readdirSync(folder)).toEqual([name]);
    const before = statSync(join(folder, name!)).ino;
    await (await settled()).close();
    expect(statSync(join(folder, name!)).ino).toBe(before);
    tree.write('root/lib/new.ts');
    await (await settled()).close();
    expect(statSync(join(folder, name!)).ino).not.toBe(before);
  });

  it('that cannot be written is a warning, and nothing else', async () => {
    writeFileSync(folder, 'a file');
    const root = await settled();
    clock.advance(QUIET_MS);
    await root.scan('lib' as RelPath);
    await root.close();
    expect(root.status).toMatchObject({ phase: 'ready', warnings: [{ path: '' }] });
    expect(root.status.warnings[0]!.message).toContain('cannot be kept for the next time');
  });

  it('is never written into its own root', async () => {
    folder = join(config.path, 'cache');
    mkdirSync(folder);
    await (await settled()).close();
    expect(readdirSync(folder)).toEqual([]);
  });
});
