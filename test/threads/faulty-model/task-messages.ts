import type { TurnOutcome } from '../../../src/actors/protocol/agent.js';
import type { ThreadId } from '../../../src/actors/protocol/thread.js';

/** What the process that works on tasks is to do next. */
export type TaskOrder =
  | {
      readonly kind: 'work';
      readonly folder: string;
      readonly model: string;
      readonly provider: string;
      readonly url: string;
      /** The conversation to go on with. Default: a new one. */
      readonly thread?: ThreadId;
    }
  | { readonly kind: 'end' };

/** What that process says. `resources` is what keeps it alive. */
export type TaskReport =
  | { readonly kind: 'ready'; readonly resources: readonly string[] }
  | {
      readonly kind: 'worked';
      readonly thread: ThreadId;
      readonly outcome: TurnOutcome;
      /** Calls that succeeded, by their observations. */
      readonly done: { readonly edits: number; readonly runs: number };
      readonly begun: number;
      /** What a replay of the conversation found, by the types of its steps. */
      readonly replayed: Readonly<Record<string, number>>;
      readonly retries: number;
      readonly compactions: number;
      readonly resources: readonly string[];
    };
