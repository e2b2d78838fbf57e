/**
 * Most characters of an observation that is a list. About 25,000 tokens: what fits beside everything else in the
 * window of any model that can call tools. Units: UTF-16 units.
 */
export const MAX_LIST_CHARS = 100_000;

/** The lines, joined; those that do not fit whole are counted instead. */
export function fitLines(lines: readonly string[], maxChars = MAX_LIST_CHARS): string {
  let chars = 0;
  let kept = 0;
  for (const line of lines) {
    chars += line.length + 1;
    if (chars > maxChars) break;
    kept += 1;
  }
  if (kept === lines.length) return lines.join('\n');
  return [...lines.slice(0, kept), `(${lines.length - kept} more lines do not fit here)`].join('\n');
}
