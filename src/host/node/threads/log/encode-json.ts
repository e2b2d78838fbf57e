import { randomUUID } from 'node:crypto';

// Encoded within a fraction of a millisecond. Units: UTF-16 units.
const SLICE_CHARS = 64 * 1024;

/**
 * A value as JSON without a line end, in parts that are made one at a time: a caller that writes them as they come holds nobody up
 * with a long text. The parts together are JSON of the value; a character may be split into two escapes.
 */
export function* encodeJson(value: unknown): Iterable<string> {
  const long: string[] = [];
  // A text that nobody can have written.
  const mark = `long-text-${randomUUID()}`;
  const json = JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part !== 'string' || part.length <= SLICE_CHARS) return part;
    long.push(part);
    return mark;
  });
  for (const [index, part] of json.split(mark).entries()) {
    const text = long[index - 1];
    if (text !== undefined)
      for (let start = 0; start < text.length; start += SLICE_CHARS)
        yield JSON.stringify(text.slice(start, start + SLICE_CHARS)).slice(1, -1);
    yield part;
  }
}
