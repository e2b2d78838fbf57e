import type { Changes, HunkState } from './hunks.js';

/** A change of one file on the disk, with its content before and after. `undefined`: there is no file. */
export interface FileStep {
  /** Where the file is afterwards; for a deleted one where it was. */
  readonly path: string;
  /** Where a moved file was. Default: `path`. */
  readonly from?: string;
  readonly before: Uint8Array | undefined;
  readonly after: Uint8Array | undefined;
  /** Whether `before` is a text that was not saved yet. */
  readonly isUnsaved?: true;
}

/** A file that the agent has changed, with what it was before. The person has not yet kept it. */
export interface PendingFile {
  /** Where it is; for a deleted one where it was. */
  readonly path: string;
  /** Where it was before; `undefined` for a created one. */
  readonly origin: string | undefined;
  readonly isDeleted: boolean;
  /** Its bytes before and after; `undefined` where there is no file, and for a file that is too big to be kept. */
  readonly before: Uint8Array | undefined;
  readonly after: Uint8Array | undefined;
  /** Whether `before` are the bytes that the disk had: no unsaved text, and nothing of it was kept meanwhile. */
  readonly isExact: boolean;
  /** The changes of its lines; `undefined` for a file that is no text, too long, created, deleted, or only moved. */
  readonly changes: Changes | undefined;
  readonly states: readonly HunkState[];
}

// Longer than what is written by hand; a review keeps both contents.
const MAX_KEPT_BYTES = 10 * 1024 * 1024;

/** What there is to review of a file after one more step of the agent, `changes` aside; `undefined`: nothing. */
export function foldStep(
  pending: PendingFile | undefined,
  { path, before, after, isUnsaved, from = path }: FileStep,
): Omit<PendingFile, 'changes' | 'states'> | undefined {
  const isDeleted = after === undefined;
  const old = pending ?? {
    origin: before === undefined ? undefined : from,
    before,
    isExact: isUnsaved !== true,
  };
  if (isDeleted && old.origin === undefined) return undefined;
  const isSame = after !== undefined && old.before !== undefined && Buffer.compare(after, old.before) === 0;
  if (isSame && old.origin === path) return undefined;
  return {
    path,
    origin: old.origin,
    isDeleted,
    before: keepable(old.before),
    after: keepable(after),
    isExact: old.isExact,
  };
}

function keepable(bytes: Uint8Array | undefined): Uint8Array | undefined {
  return bytes !== undefined && bytes.length <= MAX_KEPT_BYTES ? bytes : undefined;
}
