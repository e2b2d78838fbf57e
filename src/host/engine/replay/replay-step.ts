import type { EntryBody, ThreadEntry } from '../../../actors/protocol/thread.js';

/** What a replay finds, entry by entry. */
export type ReplayStep =
  /** The machine of the turn made this very entry again. `state` is where the turn and its calls were then. */
  | { readonly type: 'same'; readonly entry: ThreadEntry; readonly state: string }
  /** A person, a file, a service or another machine made it: it is taken from the thread. */
  | { readonly type: 'given'; readonly entry: ThreadEntry }
  /** The program had ended, and the turn went on before this entry. */
  | { readonly type: 'resumed'; readonly entry: ThreadEntry }
  /** The machine made another entry, or none. The replay of this turn ends. */
  | { readonly type: 'different'; readonly entry: ThreadEntry; readonly made?: EntryBody };
