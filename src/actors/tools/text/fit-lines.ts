// The size limit of an observation that is a list: about 25,000 tokens, which leaves room in the window of any model
// that can call tools. Units: UTF-16 units.
const MAX_LIST_CHARS = 100_000;

/** Joins lines, with notes after them. Lines beyond the size limit are counted instead. */
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
