// Most characters of an observation that is a list: about 25,000 tokens, which fit beside everything else in the
// window of any model that can call tools. Units: UTF-16 units.
const MAX_LIST_CHARS = 100_000;

/** The lines, joined, with the notes behind them; lines that do not fit whole are counted instead. */
export function fitLines(lines: readonly string[], notes: readonly string[] = []): string {
  let chars = notes.reduce((sum, note) => sum + note.length + 1, 0);
  let kept = 0;
  for (const line of lines) {
    chars += line.length + 1;
    if (chars > MAX_LIST_CHARS) break;
    kept += 1;
  }
  const cut = kept < lines.length ? [`(${lines.length - kept} more lines do not fit here)`] : [];
  return [...lines.slice(0, kept), ...cut, ...notes].join('\n');
}
