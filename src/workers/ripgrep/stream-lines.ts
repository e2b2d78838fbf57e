/** The lines of a stream, without their line breaks: those that each chunk completes. */
export async function* streamLines(
  chunks: AsyncIterable<string>,
): AsyncGenerator<readonly string[], void, undefined> {
  // A long line arrives in many pieces, which are joined once.
  let pieces: string[] = [];
  for await (const chunk of chunks) {
    const [first = '', ...lines] = chunk.split('\n');
    pieces.push(first);
    const last = lines.pop();
    if (last === undefined) continue;
    yield [pieces.join(''), ...lines];
    pieces = [last];
  }
  const rest = pieces.join('');
  if (rest !== '') yield [rest];
}
