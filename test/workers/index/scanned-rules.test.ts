import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RelPath } from '../../../src/actors/protocol/workspace.js';
import { WorkspaceRoot } from '../../../src/workers/index/root/workspace-root.js';
import type { ScanRequest } from '../../../src/workers/pool/run-scan.js';
import type { ScanPart } from '../../../src/workers/parts/scan-part.js';
import { FakeClock } from '../../doubles/fake-clock.js';
import { TempTree } from '../walk/temp-tree.js';
import { HeldPool } from './held-pool.js';

/** Scan threads of which one may have read rules at another time than the others. */
class TornPool extends HeldPool {
  /** What the other one read, once. */
  another: Pick<ScanPart, 'ruleFiles' | 'repositories'> | undefined;

  override async scan(request: ScanRequest): Promise<ScanPart[]> {
    const parts = await super.scan(request);
    const { another } = this;
    this.another = undefined;
    return parts.map((part, index) =>
      index > 0 || another === undefined
        ? part
        : {
            ...part,
            ruleFiles: [...part.ruleFiles, ...another.ruleFiles],
            repositories: [...part.repositories, ...another.repositories],
          },
    );
  }
}

const EVERYTHING = '' as RelPath;

let tree: TempTree;
let pool: TornPool;
let root: WorkspaceRoot;
beforeEach(() => {
  tree = new TempTree();
  for (const file of ['a.log', 'a.tmp', 'sub/a.log', 'sub/a.tmp']) tree.write(file);
  execFileSync('git', ['init', '-q', join(tree.root, 'sub')]);
  pool = new TornPool();
  root = new WorkspaceRoot(
    { path: tree.root, corePatterns: [], ignorePatterns: [], useGitignore: true },
    {
      pool,
      clock: new FakeClock(),
      listener: { onStatus: () => undefined, onChange: () => undefined, onRules: () => undefined },
    },
  );
});
afterEach(async () => {
  pool.release();
  await root.close();
  tree.remove();
});

const files = (): string[] => [...root.data.paths()].filter((path) => !path.endsWith('.gitignore'));

/** A watch becomes live: from now on all changes are told, and what changed before is found by a comparison. */
function becomesLive(): Promise<void> {
  return root.takeBatch({ root: tree.root, hints: [], rescans: [EVERYTHING] });
}

describe('rules that are written while a scan is under way', () => {
  it.each([
    ['a rule file', '.gitignore', ['a.log', 'sub/a.log', 'sub/a.tmp']],
    ['the excludes of a repository', 'sub/.git/info/exclude', ['a.log', 'a.tmp', 'sub/a.log']],
  ])('are found when a watch becomes live, in %s', async (_, path, expected) => {
    tree.write(path, '*.log\n');
    const asked = pool.hold();
    root.open();
    // The scan has read all, and the index has nothing of it yet.
    await asked;
    tree.write(path, '*.tmp\n');
    pool.release();
    await root.settled;
    await becomesLive();
    await root.scan('no/such/place' as RelPath);
    expect(files()).toEqual(expected);
  });

  it('are read once more when one scan thread went by other rules than the other', async () => {
    tree.write('.gitignore', '*.log\n');
    pool.another = {
      ruleFiles: [{ directory: EVERYTHING, text: '*.tmp\n', changedAtMs: 0 }],
      repositories: [],
    };
    root.open();
    await root.settled;
    expect([pool.scanned, files()]).toEqual([
      ['', ''],
      ['a.tmp', 'sub/a.log', 'sub/a.tmp'],
    ]);
  });

  it('are read once more when one scan thread saw another repository than the other', async () => {
    const directory = 'sub' as RelPath;
    const read = { place: null, sourceFiles: [], excludeText: '' };
    pool.another = { ruleFiles: [], repositories: [{ directory, read }] };
    root.open();
    await root.settled;
    expect(pool.scanned).toEqual(['', 'sub']);
  });
});
