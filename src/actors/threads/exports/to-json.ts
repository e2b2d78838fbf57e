import { omitUndefined } from '../../protocol/json/omit-undefined.js';
import type { ThreadEntry, ThreadId } from '../../protocol/thread.js';

/** Identifies the format to a person or a program that opens the file. */
export const FORMAT = 'troupe-thread';

/**
 * A whole thread with all its branches, for backup and import. Shape: JSON, one entry a line. `madeBy`: the versions of
 * programs, for people; readers pass it over.
 */
export function toJson(
  id: ThreadId,
  entries: readonly ThreadEntry[],
  madeBy?: Readonly<Record<string, string>>,
): string {
  const about = { format: FORMAT, thread: id, ...omitUndefined({ madeBy }) };
  const head = JSON.stringify(about).slice(0, -1);
  const lines = entries.map((entry) => JSON.stringify(entry)).join(',\n');
  return `${head},"entries":[\n${lines}\n]}\n`;
}
