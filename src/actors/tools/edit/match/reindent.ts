import type { BlockLines } from '../parse/edit-block.js';
import { chooseFrame } from './choose-frame.js';
import { charOf, greatestDivisor, type Indentation, indentOf, inUnits, type Units } from './indentation.js';
import { usualStep } from './usual-step.js';

/** Lines that are found in a file. */
export interface FoundLines {
  readonly lines: readonly string[];
  readonly start: number;
  readonly indentation: Indentation;
}

/**
 * A block as it would have been written with the indentation of the file; `undefined` when it cannot be told how its new
 * lines are meant: as deep as the original of the block, or already as deep as the file.
 */
export function reindentBlock(block: BlockLines, found: FoundLines): BlockLines | undefined {
  const updated = reindentUpdated(block, found);
  if (updated === undefined) return undefined;
  const original = block.original.map((line, offset) =>
    line.trim() === '' ? line : indentOf(found.lines[found.start + offset] ?? '') + line.trimStart(),
  );
  return { original, updated };
}

function reindentUpdated(block: BlockLines, found: FoundLines): readonly string[] | undefined {
  const { indentation } = found;
  if (block.updated.every((line) => line.trim() === '')) return block.updated;
  switch (indentation.kind) {
    case 'same':
      return block.updated;
    case 'first line':
      return indentFirst(block, indentation.indent);
    case 'shift':
      return indentation.from === '' ? deepen(block, indentation, found) : raise(block, indentation);
    case 'units':
      return convert(block, indentation);
    default:
      return indentation satisfies never;
  }
}

/** Only the first line of the original was trimmed; that of the new lines was as well, unless it shows otherwise. */
function indentFirst({ original, updated }: BlockLines, indent: string): readonly string[] | undefined {
  const [first = '', ...others] = updated;
  if (first.trim() === '' || first.startsWith(indent)) return updated;
  if (indentOf(first) !== '') return undefined;
  const kept = (original[0] ?? '').trim();
  const isKeptBelow = first !== kept && others.some((line) => line === indent + kept);
  return isKeptBelow ? updated : [indent + first, ...others];
}

type Shift = Indentation & { readonly kind: 'shift' };

/** The file has the original deeper than the block has it. */
function deepen(
  { original, updated }: BlockLines,
  { to: added, base, deepest, isSingle }: Shift,
  found: FoundLines,
): readonly string[] | undefined {
  const lines = updated.filter((line) => line.trim() !== '');
  const isAsInBlock = keepsOne(original, lines);
  if (lines.every((line) => line.startsWith(base.to))) return isAsInBlock ? undefined : updated;
  const [first = '', ...others] = lines;
  const hasTrimmedLook =
    isSingle &&
    base.from === '' &&
    indentOf(first) === '' &&
    others.every((line) => line.startsWith(base.to));
  if (hasTrimmedLook && others.length > 0) {
    const frame = chooseFrame(lines, base.to);
    if (frame === undefined) return undefined;
    if (frame === 'file') return indentFirst({ original, updated }, base.to);
  }
  // Nothing as deep as the original, and not as deep as the file either.
  if (!isAsInBlock && lines.every((line) => indentOf(line).length > base.from.length)) return undefined;
  const shifted = deepest === '' ? withStepsOf(added, updated, found) : updated;
  return shifted?.map((line) => (line.trim() === '' ? line : added + line));
}

/** New lines with tabs for blanks where the file has tabs, and the reverse, when nothing is known of the one in the other. */
function withStepsOf(
  indent: string,
  updated: readonly string[],
  { lines, start }: FoundLines,
): readonly string[] | undefined {
  const indents = updated.filter((line) => line.trim() !== '').map(indentOf);
  const from = charOf(indents);
  const to = charOf([indent]);
  if (to === undefined || from === to || indents.every((one) => one === '')) return updated;
  if (from === undefined) return undefined;
  // One step of the block is one step of the file.
  const widths = indents.map(({ length }) => length);
  const blanks = from === ' ' ? greatestDivisor(widths) : usualStep(lines, start);
  if (blanks === undefined || blanks < 2) return undefined;
  return convertLines(updated, { from, to, factor: from === ' ' ? 1 / blanks : blanks, shift: 0, step: 1 });
}

/** The file has the original less deep than the block has it. */
function raise(
  { original, updated }: BlockLines,
  { from: gone, base }: Shift,
): readonly string[] | undefined {
  const lines = updated.filter((line) => line.trim() !== '');
  const [first = ''] = lines;
  const isAsInBlock = keepsOne(original, lines) || first.startsWith(base.from);
  const isAsInFile = indentOf(first) === base.to && lines.every((line) => line.startsWith(base.to));
  if (isAsInFile && !isAsInBlock) return updated;
  return lines.every((line) => line.startsWith(gone))
    ? updated.map((line) => (line.trim() === '' ? line : line.slice(gone.length)))
    : undefined;
}

/** Whether a line stays with the indentation that it has in the original: then all new lines have theirs from there. */
function keepsOne(original: readonly string[], updated: readonly string[]): boolean {
  const known = new Set(original);
  return updated.some((line) => known.has(line));
}

function convert(
  { updated }: BlockLines,
  { units, base }: Indentation & { readonly kind: 'units' },
): readonly string[] | undefined {
  const lines = updated.filter((line) => line.trim() !== '');
  const indents = lines.map(indentOf).filter((indent) => indent !== '');
  if (indents.length === 0) return convertLines(updated, units);
  const char = charOf(indents);
  if (char === undefined) return undefined;
  if (units.from !== units.to && char === units.to)
    return lines.every((line) => line.startsWith(base.to)) ? updated : undefined;
  if (units.from === units.to) {
    const step = greatestDivisor(indents.map(({ length }) => length)) ?? 0;
    if (step % units.step !== 0) return units.factor < 1 ? updated : undefined;
    // Steps of the file are steps of the block as well where those are finer.
    if (units.factor > 1 && step % (units.step * units.factor) === 0) return undefined;
  }
  return convertLines(updated, units);
}

/** Lines with the indentation of the file: what is no whole tab stays as blanks behind the tabs. */
function convertLines(lines: readonly string[], units: Units): readonly string[] | undefined {
  const converted: string[] = [];
  for (const line of lines) {
    const indent = line.trim() === '' ? '' : indentOf(line);
    const count = line.trim() === '' ? 0 : inUnits(indent.length, units);
    const whole = Math.floor(count);
    if (count < 0 || (units.to === ' ' && whole !== count)) return undefined;
    const rest = Math.round((count - whole) / units.factor);
    converted.push(units.to.repeat(whole) + ' '.repeat(rest) + line.slice(indent.length));
  }
  return converted;
}
