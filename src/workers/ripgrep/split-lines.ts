/** The lines of a stream, without their line breaks. */
export async function* splitLines(chunks: AsyncIterable<string>): AsyncGenerator<string, void, undefined> {
  // A long line arrives in many pieces, which are joined once.
  let pieces: string[] = [];
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', start)) {
      pieces.push(chunk.slice(start, end));
      yield pieces.join('');
      pieces = [];
      start = end + 1;
    }
    if (start < chunk.length) pieces.push(chunk.slice(start));
  }
  if (pieces.length > 0) yield pieces.join('');
}
