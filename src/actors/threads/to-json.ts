import type { ThreadEntry, ThreadId } from '../protocol/thread.js';

/** Says what kind of file it is to whoever opens it. */
const FORMAT = 'troupe-thread';

/** A whole thread, every branch of it, as text that `import` takes back. Shape: JSON, an entry a line. */
export function toJson(id: ThreadId, entries: readonly ThreadEntry[]): string {
  const head = JSON.stringify({ format: FORMAT, thread: id }).slice(0, -1);
  const lines = entries.map((entry) => JSON.stringify(entry)).join(',\n');
  return `${head},"entries":[\n${lines}\n]}\n`;
}
