import type { RelPath } from '../../actors/protocol/workspace.js';
import { yieldToEventLoop } from '../../actors/runtime/abort.js';
import { compileIncludeGlobs } from '../grep/include-globs.js';
import type { GrepSearch } from '../pool/run-grep.js';
import { argumentBatches } from './argument-batches.js';
import { chooseTargets, type RipgrepTarget } from './choose-targets.js';
import { DirectoryGroups } from './directory-groups.js';
import { isLikelyBinary } from './likely-binary.js';

// The first process waits until its files are grouped, and starting one blocks this thread for 20 ms: each gets more
// files than the one before, which are grouped while that one runs.
const FIRST_FILES = 1 << 14;
const GROWTH = 8;

/** What one process searches. */
export interface PreparedRun {
  readonly targets: readonly RipgrepTarget[];
  /** Files that are left to the fallback engine. */
  readonly likelyBinary: readonly RelPath[];
}

/** Groups files a batch at a time, so that other work of the thread never waits long. */
export async function* prepareRuns({
  root,
  include,
  paths,
}: Pick<GrepSearch, 'root' | 'include' | 'paths'>): AsyncGenerator<PreparedRun, void, undefined> {
  const isIncluded = compileIncludeGlobs(include);
  const groups = new DirectoryGroups();
  let likelyBinary: RelPath[] = [];
  let wanted = FIRST_FILES;
  async function* run(): AsyncGenerator<PreparedRun, void, undefined> {
    const targets = await chooseTargets(root, groups.take());
    const binary = likelyBinary;
    likelyBinary = [];
    yield* splitRun({ targets, likelyBinary: binary });
  }
  for await (const some of paths) {
    for (const path of some) {
      if (!isIncluded(path)) continue;
      if (isLikelyBinary(root, path)) likelyBinary.push(path);
      else groups.add(path);
    }
    if (groups.fileCount >= wanted) {
      yield* run();
      wanted *= GROWTH;
    }
    // The source may yield without ever waiting.
    await yieldToEventLoop();
  }
  yield* run();
}

/** Splits a run into as many as its arguments need. */
export function* splitRun({ targets, likelyBinary }: PreparedRun): Generator<PreparedRun, void, undefined> {
  const batches = targets.length === 0 ? [targets] : argumentBatches(targets);
  let binary = likelyBinary;
  for (const some of batches) {
    yield { targets: some, likelyBinary: binary };
    binary = [];
  }
}
