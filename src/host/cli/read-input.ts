import { fstatSync } from 'node:fs';
import { addAbortSignal, type Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { SettingsError } from '../../actors/protocol/errors.js';
import type { Clock } from '../../actors/runtime/clock.js';
import { HeadTailBuffer } from '../node/shell/head-tail-buffer.js';

/** How much of standard input is kept: its beginning and its end. Units: characters. */
interface InputLimits {
  readonly headChars: number;
  readonly tailChars: number;
}

/**
 * A task takes a quarter of a window of 128,000 tokens: more leaves too little for the work. Most of it from the
 * beginning, which says what is to be done.
 */
export const TASK_LIMITS: InputLimits = { headChars: 80_000, tailChars: 40_000 };

/**
 * An attachment is cut to the window of its model later: a quarter of the largest window, of a million tokens, takes
 * about this much.
 */
export const ATTACHMENT_LIMITS: InputLimits = { headChars: 600_000, tailChars: 400_000 };

// A parent process may leave a pipe open to which nobody writes.
const FIRST_BYTE_MS = 3_000;

/** The text of standard input. */
interface ReadInput {
  readonly text: string;
  /** How many characters were cut out of its middle. */
  readonly leftOut: number;
  /** How long all of it was. Units: UTF-16 units. */
  readonly totalChars: number;
}

/** Whether standard input may have data: a pipe, a file or a socket, but not a terminal or a null device. */
export function hasInput(): boolean {
  try {
    const stats = fstatSync(0);
    return stats.isFIFO() || stats.isFile() || stats.isSocket();
  } catch {
    // Standard input is closed.
    return false;
  }
}

/**
 * Reads standard input as text, and cuts out the middle of what is over the limits; `undefined` when nothing
 * arrives within 3 s, unless `isNeeded`.
 * Errors: `SettingsError` for input that is not text; the signal's reason.
 */
export async function readInput(
  stdin: Readable,
  {
    isNeeded,
    limits,
    clock,
    signal,
  }: {
    readonly isNeeded: boolean;
    readonly limits: InputLimits;
    readonly clock: Clock;
    readonly signal: AbortSignal;
  },
): Promise<ReadInput | undefined> {
  const decoder = new StringDecoder('utf8');
  const kept = new HeadTailBuffer(limits.headChars, limits.tailChars);
  let hasBegun = false;
  let totalChars = 0;
  const waiting = new AbortController();
  const cancelTimer = isNeeded
    ? () => undefined
    : clock.after(FIRST_BYTE_MS, () => {
        if (!hasBegun) waiting.abort();
      });
  const add = (text: string): void => {
    if (text.includes('\0'))
      throw new SettingsError(
        'Standard input is not text: it contains NUL bytes. Give it as a file instead.',
        {
          setting: 'stdin',
        },
      );
    totalChars += text.length;
    kept.add(text);
  };
  addAbortSignal(AbortSignal.any([signal, waiting.signal]), stdin);
  try {
    signal.throwIfAborted();
    for await (const chunk of stdin) {
      hasBegun = true;
      add(decoder.write(chunk as Buffer));
    }
    add(decoder.end());
  } catch (error) {
    signal.throwIfAborted();
    if (!waiting.signal.aborted) throw error;
  } finally {
    cancelTimer();
  }
  signal.throwIfAborted();
  if (waiting.signal.aborted) return undefined;
  return { text: kept.toString(), leftOut: kept.droppedChars, totalChars };
}
