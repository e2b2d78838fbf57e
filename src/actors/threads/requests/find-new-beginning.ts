import type { ThreadEntry } from '../../protocol/thread.js';

/** Why a request could not extend the one before it, so that no cache knew its beginning. */
export interface NewBeginning {
  /** `tools`: the head got tools. `moved`: the workspace folders did. */
  readonly cause: 'compaction' | 'model' | 'tools' | 'moved';
  /** The requests from there on, that one included, which extend each other. */
  readonly requests: number;
}

/** The newest beginning of the requests of a branch but for the first; `undefined` when all of them extend each other. */
export function findNewBeginning(branch: readonly ThreadEntry[]): NewBeginning | undefined {
  let newest: NewBeginning | undefined;
  /** Why the next request will be a new beginning. */
  let cause: NewBeginning['cause'] | undefined;
  let asked: string | undefined;
  let hasHead = false;
  for (const entry of branch) {
    if (entry.kind === 'compaction') cause = 'compaction';
    if (entry.kind === 'adopted') cause = 'moved';
    if (entry.kind === 'turn_began') {
      if (asked !== undefined && entry.model !== asked) cause ??= 'model';
      else if (entry.head !== undefined && hasHead) cause ??= 'tools';
      hasHead ||= entry.head !== undefined;
      asked = entry.model;
    }
    if (entry.kind === 'retry' && entry.model !== undefined) {
      cause ??= 'model';
      asked = entry.model;
    }
    if (entry.kind !== 'reply') continue;
    newest =
      cause === undefined ? newest && { ...newest, requests: newest.requests + 1 } : { cause, requests: 1 };
    cause = undefined;
  }
  return newest;
}
