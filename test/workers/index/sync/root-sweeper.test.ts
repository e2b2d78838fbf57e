import { rmSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RelPath } from '../../../../src/actors/protocol/workspace.js';
import { runToEnd } from '../../../../src/actors/runtime/slices.js';
import { RetentionPolicy } from '../../../../src/workers/index/retention/retention-policy.js';
import { RootRules } from '../../../../src/workers/index/rules/root-rules.js';
import { IndexData } from '../../../../src/workers/index/store/index-data.js';
import { CoreIdentities } from '../../../../src/workers/index/sync/core-identities.js';
import { RootReport } from '../../../../src/workers/index/sync/root-report.js';
import { RootSweeper } from '../../../../src/workers/index/sync/root-sweeper.js';
import { statDirectories } from '../../../../src/workers/walk/stat-directories.js';
import { scanAlone } from '../../walk/scanned-tree.js';
import { TempTree } from '../../walk/temp-tree.js';

const WIDE = 'wide' as RelPath;

let tree: TempTree;
let data: IndexData;
let sweeper: RootSweeper;
let warned: () => string[];
beforeEach(() => {
  tree = new TempTree();
  // So many files that the sweeper is suspended when it has listed them.
  for (let index = 0; index < 600; index++) tree.write(`wide/f${index}`);
  const config = { path: tree.root, corePatterns: [], ignorePatterns: [], useGitignore: false };
  const rules = new RootRules(config);
  data = new IndexData();
  runToEnd(data.mergeScan(scanAlone(tree.root, { patterns: config, git: rules.git }, '')));
  const retention = new RetentionPolicy(config, data);
  const root = { config, data, rules, retention, identities: new CoreIdentities(config) };
  const report = new RootReport();
  sweeper = new RootSweeper(root, {
    pool: { statDirectories: async (job) => statDirectories(job) },
    report,
    shortageRetry: { note: () => undefined },
    signal: new AbortController().signal,
  });
  const sources = { snapshot: { state: undefined, warnings: [] }, shortageRetry: { reason: undefined } };
  warned = () => report.statusOf(root, sources).warnings.map(({ path }) => path);
});
afterEach(() => {
  tree.remove();
});

/** A name that is not UTF-8, about which there is a warning. */
const broken = (): Buffer => Buffer.concat([Buffer.from(`${tree.root}/wide/bad`), Buffer.of(0xff)]);

describe('RootSweeper', () => {
  it('keeps the warning about a directory that was read again while it was suspended', () => {
    const reading = sweeper.read([WIDE]);
    expect([reading.next().done, warned()]).toEqual([false, []]);
    writeFileSync(broken(), '');
    runToEnd(sweeper.read([WIDE]));
    expect(warned()).toEqual([WIDE]);
    runToEnd(reading);
    expect(warned()).toEqual([WIDE]);
  });

  it('forgets the warning about a directory that is gone, even when there is nothing to read', () => {
    writeFileSync(broken(), '');
    runToEnd(sweeper.read([WIDE]));
    data.remove(WIDE);
    runToEnd(sweeper.read([]));
    expect(warned()).toEqual([]);
  });

  it('does not bring back a warning that was settled while it was suspended', () => {
    writeFileSync(broken(), '');
    const reading = sweeper.read([WIDE]);
    expect([reading.next().done, warned()]).toEqual([false, [WIDE]]);
    rmSync(broken());
    runToEnd(sweeper.read([WIDE]));
    expect(warned()).toEqual([]);
    runToEnd(reading);
    expect(warned()).toEqual([]);
  });
});
