/**
 * Joins pieces of a text so that none of them ends within a character or a line end, and every line end is a line feed.
 * Errors: those of `pieces`.
 */
export async function* wholeCharacters(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let held = '';
  for await (const piece of pieces) {
    const text = held + piece;
    const end = /[\r\ud800-\udbff]$/.test(text) ? text.length - 1 : text.length;
    held = text.slice(end);
    if (end > 0) yield text.slice(0, end).replace(/\r\n?/g, '\n');
  }
  if (held !== '') yield held.replace('\r', '\n');
}
