import type { Thread } from '../../engine/thread.js';
import type { Output } from '../terminal/output.js';
import type { Interrupts } from '../terminal/interrupts.js';

/** What a command of `troupe checkpoints` works with. */
export interface CheckpointsContext {
  readonly session: {
    readonly out: Output;
    /** For everything but results. */
    readonly err: Output;
    readonly isJson: boolean;
    readonly interrupts: Interrupts;
  };
  readonly thread: Thread;
  /** The workspace folder, for the names of files. */
  readonly root: string;
}
