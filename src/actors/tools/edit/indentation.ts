/** How the indentation of a block differs from that of the lines it stands for. */
export interface Indentation {
  /** The line, indented as the file is. */
  apply(line: string): string;
}

/** Leaves lines as they are. */
export const SAME_INDENTATION: Indentation = { apply: (line) => line };

/**
 * How to go from the indentation of a block's lines to that of the file's lines they match, pair by pair; `undefined`
 * when there is no one way: then these are other lines. Blank lines count for nothing.
 */
export function findIndentation(
  wanted: readonly string[],
  lines: readonly string[],
  start: number,
): Indentation | undefined {
  const known = new Map<string, string>();
  for (const [offset, line] of wanted.entries()) {
    const there = lines[start + offset] ?? '';
    if (line.trim() === '' || there.trim() === '') continue;
    const from = indentOf(line);
    const to = indentOf(there);
    const before = known.get(from);
    if (before !== undefined && before !== to) return undefined;
    known.set(from, to);
  }
  if (!isOrderly(known)) return undefined;
  return {
    apply: (line) => {
      if (line.trim() === '') return line;
      const indent = indentOf(line);
      return translate(indent, known) + line.slice(indent.length);
    },
  };
}

function indentOf(line: string): string {
  return line.slice(0, line.length - line.trimStart().length);
}

/** Whether what is deeper in the block is deeper in the file: else the nesting is another, and so is the meaning. */
function isOrderly(known: ReadonlyMap<string, string>): boolean {
  const steps = [...known].sort(([a], [b]) => width(a) - width(b));
  return steps.every(([from, to], index) => {
    const [fromBefore, toBefore] = steps[index - 1] ?? ['', ''];
    if (index === 0) return true;
    return width(from) > width(fromBefore) && width(to) > width(toBefore);
  });
}

/** An indent of the block as the file's: the nearest one known that is no deeper, and what is deeper, translated. */
function translate(indent: string, known: ReadonlyMap<string, string>): string {
  const exact = known.get(indent);
  if (exact !== undefined) return exact;
  const depth = width(indent);
  let nearest: readonly [string, string] | undefined;
  for (const step of known) {
    const isNearer = nearest === undefined || width(step[0]) > width(nearest[0]);
    if (width(step[0]) <= depth && isNearer) nearest = step;
  }
  if (nearest !== undefined) return nearest[1] + inFileUnits(depth - width(nearest[0]), known);
  // Shallower than all that is known: as much shallower as in the block.
  let [from, to] = [indent, indent];
  for (const step of known) if (from === indent || width(step[0]) < width(from)) [from, to] = step;
  const missing = inFileUnits(width(from) - depth, known);
  return to.endsWith(missing) ? to.slice(0, to.length - missing.length) : '';
}

// A tab is as wide as most people show it; only the order of widths and whole units matter.
const TAB_WIDTH = 4;

function width(indent: string): number {
  let columns = 0;
  for (const character of indent) columns += character === '\t' ? TAB_WIDTH : 1;
  return columns;
}

/** So many columns of the block in the file's own characters. */
function inFileUnits(columns: number, known: ReadonlyMap<string, string>): string {
  const usesTabs = [...known.values()].some((indent) => indent.includes('\t'));
  const blockUsesTabs = [...known.keys()].some((indent) => indent.includes('\t'));
  if (!usesTabs) return ' '.repeat(Math.round(columns * ratio(known)));
  const unit = blockUsesTabs ? TAB_WIDTH : spacesATab(known);
  return '\t'.repeat(Math.floor(columns / unit)) + ' '.repeat(columns % unit);
}

/** How many columns of the file stand for one of the block, where two known indents tell. */
function ratio(known: ReadonlyMap<string, string>): number {
  const [first, second] = [...known].sort(([a], [b]) => width(a) - width(b));
  if (first === undefined || second === undefined) return 1;
  return (width(second[1]) - width(first[1])) / (width(second[0]) - width(first[0]));
}

function spacesATab(known: ReadonlyMap<string, string>): number {
  const [first, second] = [...known].sort(([a], [b]) => width(a) - width(b));
  if (first === undefined || second === undefined) return TAB_WIDTH;
  const tabs = (width(second[1]) - width(first[1])) / TAB_WIDTH;
  return tabs >= 1 ? Math.max(1, Math.round((width(second[0]) - width(first[0])) / tabs)) : TAB_WIDTH;
}
