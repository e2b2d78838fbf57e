/** Where in a file a block is looked for: whole lines from `from` up to, not including, `to`. */
export interface LineScope {
  readonly from: number;
  readonly to: number;
}

/**
 * What belongs to a line that opens something, as far as indentation tells: everything up to the next line that is
 * indented no deeper and opens something itself. Lines that only close a bracket belong to it.
 */
export function scopeBehind(lines: readonly string[], opener: number, { to }: LineScope): LineScope {
  const depth = depthOf(lines[opener] ?? '');
  for (let line = opener + 1; line < to; line++) {
    const text = lines[line] ?? '';
    if (text.trim() !== '' && depthOf(text) <= depth && !/^\s*[)\]}]/.test(text))
      return { from: opener + 1, to: line };
  }
  return { from: opener + 1, to };
}

function depthOf(line: string): number {
  return line.length - line.trimStart().length;
}
