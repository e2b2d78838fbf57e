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
  const kept = indentation.kind === 'same' ? undefined : frameOfKept(block, found);
  if (kept === 'both') return undefined;
  if (kept === 'file') return block.updated;
  switch (indentation.kind) {
    case 'same':
      return block.updated;
    case 'first line':
      return indentFirst(block, indentation.indent);
    case 'shift':
      if (hasOtherSteps(block.updated, indentation, found)) return undefined;
      return indentation.from === ''
        ? deepen(block, indentation, found, kept === 'block')
        : raise(block, indentation, kept === 'block');
    case 'flat':
      return replaceIndent(block.updated, indentation.base);
    case 'units':
      return convert(block, indentation, kept === 'block');
    default:
      return indentation satisfies never;
  }
}

// What stands at the start of a line however deep the lines around it are.
const NEVER_INDENTED = /^#\s*(?:if|ifdef|ifndef|elif|else|endif|define|undef|pragma|region|endregion)\b/;

/** Lines that are as deep as those of the original, as deep as these are in the file. */
function replaceIndent(
  updated: readonly string[],
  { from, to }: { readonly from: string; readonly to: string },
): readonly string[] | undefined {
  const isFlat = updated.every((line) => line.trim() === '' || indentOf(line) === from);
  return isFlat ? updated.map((line) => (line.trim() === '' ? line : to + line.trimStart())) : undefined;
}

/** Only the first line of the original was trimmed; that of the new lines was as well, unless it shows otherwise. */
function indentFirst({ original, updated }: BlockLines, indent: string): readonly string[] | undefined {
  const [first = '', ...others] = updated;
  if (first.trim() === '' || first.startsWith(indent)) return updated;
  if (indentOf(first) !== '') return undefined;
  const kept = indent + (original[0] ?? '').trim();
  return NEVER_INDENTED.test(first) && others.includes(kept) ? updated : [indent + first, ...others];
}

type Shift = Indentation & { readonly kind: 'shift' };

/**
 * Whether the block may have other steps than the file, so that lines of other depths than those that are known may be
 * meant otherwise.
 */
function hasOtherSteps(updated: readonly string[], { base, depths }: Shift, found: FoundLines): boolean {
  const from = base.from.length;
  const indents = updated.filter((line) => line.trim() !== '').map(indentOf);
  if (charOf([base.from, base.to, ...indents]) !== ' ') return false;
  // Two depths that are as far apart in the block as in the file have its steps; a blank alone is none.
  if (depths.some((depth) => depth > from + 1)) return false;
  const others = indents.map(({ length }) => length).filter((depth) => !depths.includes(depth));
  const step = greatestDivisor(others.map((depth) => Math.abs(depth - from)));
  const usual = usualStep(found.lines, found.start);
  return step !== undefined && step !== usual && mayBeScaled(from, base.to.length, usual);
}

// By how many blanks people indent.
const USUAL_STEPS = [2, 3, 4, 8];

/** Whether so many blanks of a block may be as many steps, and a rest, as those of the file are, if steps are others. */
function mayBeScaled(from: number, to: number, usual: number | undefined): boolean {
  const ours = usual === undefined ? USUAL_STEPS : [usual];
  return ours.some((our) =>
    USUAL_STEPS.some((their) => {
      const count = (from - to) / (their - our);
      const rest = to - count * our;
      return (
        their !== our && Number.isInteger(count) && count > 0 && rest >= 0 && rest < Math.min(our, their)
      );
    }),
  );
}

/** The file has the original deeper than the block has it. */
function deepen(
  { original, updated }: BlockLines,
  { to: added, base, depths, isSingle }: Shift,
  found: FoundLines,
  isAsInBlock: boolean,
): readonly string[] | undefined {
  const lines = updated.filter((line) => line.trim() !== '');
  if (lines.every((line) => line.startsWith(base.to))) {
    // As deep as some line of the original, and as deep as the file as well.
    const isUnclear = isAsInBlock || lines.some((line) => depths.includes(indentOf(line).length));
    return isUnclear ? undefined : updated;
  }
  const [first = '', second = ''] = lines;
  const [isBlankFirst, hasNoIndent] = [updated[0]?.trim() === '', base.from === '' && indentOf(first) === ''];
  const hasTrimmedLook = isSingle && !isBlankFirst && hasNoIndent && indentOf(second) !== '';
  if (hasTrimmedLook) {
    const frame = chooseFrame(lines, base.to);
    if (frame === undefined) return undefined;
    if (frame === 'file') return indentFirst({ original, updated }, base.to);
  }
  // Nothing as deep as the original, and not as deep as the file either.
  if (!isAsInBlock && lines.every((line) => indentOf(line).length > base.from.length)) return undefined;
  const shifted = depths.at(-1) === 0 ? withStepsOf(added, updated, found) : updated;
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
  { updated }: BlockLines,
  { from: gone, base }: Shift,
  keepsOne: boolean,
): readonly string[] | undefined {
  const lines = updated.filter((line) => line.trim() !== '');
  const [first = ''] = lines;
  const isAsInBlock = keepsOne || first.startsWith(base.from);
  const isAsInFile = indentOf(first) === base.to && lines.every((line) => line.startsWith(base.to));
  if (isAsInFile && !isAsInBlock) return updated;
  return lines.every((line) => line.startsWith(gone))
    ? updated.map((line) => (line.trim() === '' ? line : line.slice(gone.length)))
    : undefined;
}

/**
 * Whose indentation lines have that stay: that of the block, or that of the file; then all new lines have theirs from
 * there. A line that is deeper than one before it may have been put into that.
 */
function frameOfKept(
  { original, updated }: BlockLines,
  { lines, start }: FoundLines,
): 'block' | 'file' | 'both' | undefined {
  const inBlock = new Set<string>();
  const inFile = new Set<string>();
  for (const [offset, line] of original.entries()) {
    const there = lines[start + offset] ?? '';
    if (line.trim() === '' || indentOf(line) === indentOf(there)) continue;
    inBlock.add(line);
    inFile.add(there);
  }
  let shallowest = Infinity;
  let hasOneOfFile = false;
  for (const line of updated) {
    if (line.trim() === '') continue;
    const depth = indentOf(line).length;
    hasOneOfFile ||= inFile.has(line) && !inBlock.has(line) && depth <= shallowest;
    shallowest = Math.min(shallowest, depth);
  }
  const hasOneOfBlock = updated.some((line) => inBlock.has(line) && !inFile.has(line));
  if (hasOneOfBlock && hasOneOfFile) return 'both';
  return hasOneOfBlock ? 'block' : hasOneOfFile ? 'file' : undefined;
}

function convert(
  { updated }: BlockLines,
  { units, base }: Indentation & { readonly kind: 'units' },
  isAsInBlock: boolean,
): readonly string[] | undefined {
  const lines = updated.filter((line) => line.trim() !== '');
  const indents = lines.map(indentOf).filter((indent) => indent !== '');
  if (indents.length === 0) return convertLines(updated, units);
  const char = charOf(indents);
  if (char === undefined) return undefined;
  if (units.from !== units.to && char === units.to)
    return lines.every((line) => line.startsWith(base.to)) ? updated : undefined;
  if (units.from === units.to && !isAsInBlock) {
    const step = greatestDivisor(indents.map(({ length }) => length)) ?? 0;
    const mayBeAsInFile = step % (units.step * units.factor) === 0;
    const mayBeAsInBlock = step % units.step === 0;
    if (mayBeAsInFile) return mayBeAsInBlock ? undefined : updated;
  }
  return convertLines(updated, units);
}

/**
 * Lines with the indentation of the file: what is no whole tab stays as blanks behind the tabs. `undefined` where blanks
 * are no steps of the block, or may not be: a line that is more than one step deeper than the line before it may be
 * aligned with something in that.
 */
function convertLines(lines: readonly string[], units: Units): readonly string[] | undefined {
  const converted: string[] = [];
  let before: number | undefined;
  for (const line of lines) {
    if (line.trim() === '') {
      converted.push(line);
      continue;
    }
    const indent = indentOf(line);
    const count = inUnits(indent.length, units);
    const whole = Math.floor(count);
    if (count < 0 || (units.to === ' ' && whole !== count)) return undefined;
    const step = units.to === '\t' ? 1 : units.step * units.factor;
    if (units.from === ' ' && before !== undefined && count > before + step) return undefined;
    before = count;
    const rest = Math.round((count - whole) / units.factor);
    converted.push(units.to.repeat(whole) + ' '.repeat(rest) + line.slice(indent.length));
  }
  return converted;
}
