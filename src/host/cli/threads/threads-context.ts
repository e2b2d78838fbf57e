import { toJsonLine } from '../draw/to-json-line.js';
import type { FileThreadLibrary } from '../../node/threads/library/file-thread-library.js';
import { ExitCode } from '../terminal/exit-codes.js';
import type { Output } from '../terminal/output.js';
import type { Interrupts } from '../terminal/interrupts.js';

/** What a command of `troupe threads` works with. */
export interface ThreadsContext {
  readonly session: {
    readonly out: Output;
    /** For everything but results. */
    readonly err: Output;
    readonly isJson: boolean;
    readonly interrupts: Interrupts;
  };
  readonly library: FileThreadLibrary;
}

/** Prints what was done to a thread, as a sentence or as an object. */
export async function report(
  { session: { out, isJson } }: ThreadsContext,
  done: string,
  id: string,
  sentence: string,
): Promise<number> {
  await out.line(isJson ? toJsonLine({ done, id }) : sentence);
  return ExitCode.ok;
}
