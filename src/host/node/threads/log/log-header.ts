import { isRecord } from '../../../../actors/protocol/json/json-shape.js';
import type { EntryOf, ThreadId } from '../../../../actors/protocol/thread.js';

/** Identifies the files to a person or a program that opens them. */
export const LOG_FORMAT = 'troupe-thread-log';

/** The first record of a file. */
export interface LogHeader {
  readonly format: typeof LOG_FORMAT;
  /** The version of the entries that the writer of the file knew. */
  readonly version: number;
  readonly thread: ThreadId;
  /** Identifies the open store that wrote the file. */
  readonly writer: string;
  /** The version of the program, for people. */
  readonly program?: string;
  /** A copy of the first entry of the thread, which may be in another file. */
  readonly first?: EntryOf<'thread'>;
}

/** The last record of a compressed file. `entries` is how many it has. */
export interface LogEnd {
  readonly format: typeof LOG_FORMAT;
  readonly entries: number;
  /** A copy of the header, which damage at the beginning may have taken. */
  readonly header: LogHeader;
}

/** A record that is no entry; `undefined` for all others. */
export function readControl(value: unknown): LogHeader | LogEnd | undefined {
  if (!isRecord(value) || value['format'] !== LOG_FORMAT) return undefined;
  return value as unknown as LogHeader | LogEnd;
}
