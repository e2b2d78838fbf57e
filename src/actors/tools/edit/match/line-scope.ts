/** Where in a file a block may begin. Shape: ascending, disjoint ranges of lines, with `to` excluded. */
export type LineScope = readonly LineSpan[];

export interface LineSpan {
  readonly from: number;
  readonly to: number;
}

export function isInScope(scope: LineScope, line: number): boolean {
  let [low, high] = [0, scope.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((scope[middle]?.to ?? 0) <= line) low = middle + 1;
    else high = middle;
  }
  return (scope[low]?.from ?? Infinity) <= line;
}

/** The union of ranges. */
export function joinRanges(ranges: readonly LineSpan[]): LineScope {
  const joined: { from: number; to: number }[] = [];
  for (const { from, to } of [...ranges].sort((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
    else joined.push({ from, to });
  }
  return joined;
}

/**
 * The lines that belong to a line, itself included: the contents of the braces that it opens, or else the lines
 * indented deeper. For a line that opens nothing, the rest of its own block.
 */
export function findOwnedLines(lines: readonly string[], anchor: number): LineSpan {
  const depth = depthOf(lines[anchor] ?? '');
  const closing = findClosingBrace(lines, anchor, depth);
  if (closing !== undefined) return { from: anchor, to: closing + 1 };
  const opens = opensSomething(lines, anchor, depth);
  for (let line = anchor + 1; line < lines.length; line++) {
    const text = lines[line] ?? '';
    if (text.trim() === '' || GOES_ON.test(text)) continue;
    const there = depthOf(text);
    if (there < depth || (opens && there === depth)) return { from: anchor, to: line };
  }
  return { from: anchor, to: lines.length };
}

// Lines that continue a construct at the same indentation as the line that opens it.
const GOES_ON =
  /^\s*(?:[)\]}]|(?:else|elif|elsif|except|finally|catch|rescue|ensure|then|do|done|fi|esac|begin|end)\b)/;
const OPENS_BRACE = /\{\s*(?:\/\/.*|\/\*.*)?$/;

/**
 * The line that closes the brace at the end of a line, or at the start of the next one: the first with the same
 * indentation.
 */
function findClosingBrace(lines: readonly string[], anchor: number, depth: number): number | undefined {
  const next = lines[anchor + 1] ?? '';
  const isBelow = next.trim() === '{' && depthOf(next) === depth;
  if (!isBelow && !OPENS_BRACE.test(lines[anchor] ?? '')) return undefined;
  for (let line = anchor + 1; line < lines.length; line++) {
    const text = lines[line] ?? '';
    if (depthOf(text) === depth && text.startsWith('}', depth) && !OPENS_BRACE.test(text)) return line;
  }
  return undefined;
}

function opensSomething(lines: readonly string[], anchor: number, depth: number): boolean {
  for (let line = anchor + 1; line < lines.length; line++) {
    const text = lines[line] ?? '';
    if (text.trim() === '') continue;
    if (depthOf(text) > depth) return true;
    if (!GOES_ON.test(text)) return false;
  }
  return false;
}

function depthOf(line: string): number {
  return line.length - line.trimStart().length;
}
