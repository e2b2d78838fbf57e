import { createContext } from 'preact';
import type { ChangedFile } from '../../../../actors/protocol/ui.js';
import { type MemoryState, NO_MEMORY } from '../state/memory-state.js';

/** What the parts of a turn know of branches, moments and changes to review. */
export interface KnownMemory {
  readonly memory: MemoryState;
  readonly changedFiles: readonly ChangedFile[];
  /** Whether the conversation may go on from an earlier place now: no turn runs. */
  readonly canTravel: boolean;
}

/** Default: nothing is known, and nothing can be done. */
export const MemoryContext = createContext<KnownMemory>({
  memory: NO_MEMORY,
  changedFiles: [],
  canTravel: false,
});
