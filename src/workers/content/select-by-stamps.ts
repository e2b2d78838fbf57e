import type { AbsPath, RelPath } from '../../actors/protocol/workspace.js';
import { runCooperatively } from '../../actors/runtime/slices.js';
import type { CompareJob } from '../grep/sign-job.js';
import type { ContentFilter } from './content-filter.js';

interface StampedFiles {
  readonly root: AbsPath;
  readonly filter: ContentFilter;
  /** Runs a job on a thread that a search waits for. */
  readonly compare: (job: CompareJob) => Promise<Uint8Array>;
  readonly signal: AbortSignal;
}

/** The files that a search must read. */
export interface ContentSelection {
  readonly paths: readonly RelPath[];
  /** How many files are ruled out. */
  readonly ruledOut: number;
}

// Comparing this many files takes a few milliseconds of a thread.
const COMPARED_FILES = 1024;

/**
 * Selects the files of `scope` that may have all bits of one of `alternatives`. A file is ruled out only when its stamp
 * on disk still is the one that it was signed with; a file with another stamp is marked for signing. Adds files that the
 * filter does not know. Returns `null` when nothing is ruled out.
 * Errors: the signal's reason; `ActorLostError` when a thread ends.
 */
export async function selectByStamps(
  { root, filter, compare, signal }: StampedFiles,
  scope: Iterable<RelPath>,
  alternatives: readonly (readonly number[])[],
): Promise<ContentSelection | null> {
  const paths: RelPath[] = [];
  function* noting(): Generator<RelPath, void, undefined> {
    for (const path of scope) {
      paths.push(path);
      yield path;
    }
  }
  const known = await runCooperatively(filter.ruledOut(noting(), alternatives), signal);
  if (known.paths.length === 0) return null;
  const jobs: Promise<Uint8Array>[] = [];
  for (let at = 0; at < known.paths.length; at += COMPARED_FILES) {
    const stamps = known.stamps.slice(at, at + COMPARED_FILES);
    jobs.push(compare({ root, paths: known.paths.slice(at, at + COMPARED_FILES).join('\0'), stamps }));
  }
  const isSame = await Promise.all(jobs);
  let at = 0;
  // `known.paths` is in the order of `paths`.
  const candidates = paths.filter((path) => {
    if (path !== known.paths[at]) return true;
    const place = at++;
    if (isSame[Math.floor(place / COMPARED_FILES)]![place % COMPARED_FILES] === 1) return false;
    filter.invalidate(path);
    return true;
  });
  return { paths: candidates, ruledOut: paths.length - candidates.length };
}
