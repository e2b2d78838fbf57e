import type { BlockLines } from '../parse/edit-block.js';
import { chooseIndentBase } from './choose-indent-base.js';
import {
  indentCharOf,
  greatestCommonDivisor,
  type Indentation,
  indentOf,
  convertUnits,
  type Units,
} from './indentation.js';
import { findUsualStep } from './find-usual-step.js';

/** Where the lines of a block match in a file. */
export interface MatchedBlock {
  readonly lines: readonly string[];
  readonly start: number;
  readonly indentation: Indentation;
}

/**
 * The block rewritten with the indentation of the file; `undefined` when its new lines are ambiguous: they may have the
 * indentation of the block's original, or already that of the file.
 */
export function reindentBlock(block: BlockLines, found: MatchedBlock): BlockLines | undefined {
  const updated = reindentUpdated(block, found);
  if (updated === undefined) return undefined;
  const original = block.original.map((line, offset) =>
    line.trim() === '' ? line : indentOf(found.lines[found.start + offset] ?? '') + line.trimStart(),
  );
  return { original, updated };
}

function reindentUpdated(block: BlockLines, found: MatchedBlock): readonly string[] | undefined {
  const { indentation } = found;
  if (block.updated.every((line) => line.trim() === '')) return block.updated;
  const kept = indentation.kind === 'same' ? undefined : findIndentBase(block, found);
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
        ? indentDeeper(block, indentation, found, kept === 'block')
        : outdent(block, indentation, kept === 'block');
    case 'flat':
      return replaceIndent(block.updated, indentation.base);
    case 'units':
      return convert(block, indentation, kept === 'block');
    default:
      return indentation satisfies never;
  }
}

// Directives that stand at the start of a line whatever the indentation around them.
const NEVER_INDENTED = /^#\s*(?:if|ifdef|ifndef|elif|else|endif|define|undef|pragma|region|endregion)\b/;

/** Gives lines with the indentation of the original that of the file. */
function replaceIndent(
  updated: readonly string[],
  { from, to }: { readonly from: string; readonly to: string },
): readonly string[] | undefined {
  const isFlat = updated.every((line) => line.trim() === '' || indentOf(line) === from);
  return isFlat ? updated.map((line) => (line.trim() === '' ? line : to + line.trimStart())) : undefined;
}

/**
 * Indents the first new line like the file: in the block the first line of the original lacks its indentation, and so
 * does that of the new lines, unless they show otherwise.
 */
function indentFirst({ original, updated }: BlockLines, indent: string): readonly string[] | undefined {
  const [first = '', ...others] = updated;
  if (first.trim() === '' || first.startsWith(indent)) return updated;
  if (indentOf(first) !== '') return undefined;
  const kept = indent + (original[0] ?? '').trim();
  return NEVER_INDENTED.test(first) && others.includes(kept) ? updated : [indent + first, ...others];
}

type Shift = Indentation & { readonly kind: 'shift' };

/**
 * Whether the block may use another indentation step than the file, so that depths which do not occur in the original
 * are ambiguous.
 */
function hasOtherSteps(updated: readonly string[], { base, depths }: Shift, found: MatchedBlock): boolean {
  const from = base.from.length;
  const indents = updated.filter((line) => line.trim() !== '').map(indentOf);
  if (indentCharOf([base.from, base.to, ...indents]) !== ' ') return false;
  // Two depths with the same difference in block and file prove the same step, unless they are one space apart.
  if (depths.some((depth) => depth > from + 1)) return false;
  const others = indents.map(({ length }) => length).filter((depth) => !depths.includes(depth));
  const step = greatestCommonDivisor(others.map((depth) => Math.abs(depth - from)));
  const usual = findUsualStep(found.lines, found.start);
  return step !== undefined && step !== usual && mayBeScaled(from, base.to.length, usual);
}

// Common indentation steps, in spaces.
const USUAL_STEPS = [2, 3, 4, 8];

/**
 * Whether `from` spaces in a block may be as many steps, plus a remainder, as `to` spaces in the file, with different
 * steps.
 */
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

/** Indents the new lines deeper, by as much as the file indents the original deeper than the block does. */
function indentDeeper(
  { original, updated }: BlockLines,
  { to: added, base, depths, isSingle }: Shift,
  found: MatchedBlock,
  isAsInBlock: boolean,
): readonly string[] | undefined {
  const lines = updated.filter((line) => line.trim() !== '');
  if (lines.every((line) => line.startsWith(base.to))) {
    // Such lines are indented like a line of the original, and like the file as well.
    const isUnclear = isAsInBlock || lines.some((line) => depths.includes(indentOf(line).length));
    return isUnclear ? undefined : updated;
  }
  const [first = '', second = ''] = lines;
  const [isBlankFirst, hasNoIndent] = [updated[0]?.trim() === '', base.from === '' && indentOf(first) === ''];
  const hasTrimmedLook = isSingle && !isBlankFirst && hasNoIndent && indentOf(second) !== '';
  if (hasTrimmedLook) {
    const frame = chooseIndentBase(lines, base.to);
    if (frame === undefined) return undefined;
    if (frame === 'file') return indentFirst({ original, updated }, base.to);
  }
  // No line is indented like the original, and some are not indented like the file either.
  if (!isAsInBlock && lines.every((line) => indentOf(line).length > base.from.length)) return undefined;
  const shifted = depths.at(-1) === 0 ? convertSteps(added, updated, found) : updated;
  return shifted?.map((line) => (line.trim() === '' ? line : added + line));
}

/**
 * Converts the new lines between tabs and spaces where the file uses the other, if the original does not show how they
 * relate.
 */
function convertSteps(
  indent: string,
  updated: readonly string[],
  { lines, start }: MatchedBlock,
): readonly string[] | undefined {
  const indents = updated.filter((line) => line.trim() !== '').map(indentOf);
  const from = indentCharOf(indents);
  const to = indentCharOf([indent]);
  if (to === undefined || from === to || indents.every((one) => one === '')) return updated;
  if (from === undefined) return undefined;
  // One step of the block is one step of the file.
  const widths = indents.map(({ length }) => length);
  const blanks = from === ' ' ? greatestCommonDivisor(widths) : findUsualStep(lines, start);
  if (blanks === undefined || blanks < 2) return undefined;
  return convertLines(updated, { from, to, factor: from === ' ' ? 1 / blanks : blanks, shift: 0, step: 1 });
}

/** Removes indentation from the new lines, as much as the block has more than the file. */
function outdent(
  { updated }: BlockLines,
  { from: gone, base, depths }: Shift,
  keepsOne: boolean,
): readonly string[] | undefined {
  const lines = updated.filter((line) => line.trim() !== '');
  const [first = ''] = lines;
  const isAsInBlock = keepsOne || first.startsWith(base.from);
  const isAsInFile = indentOf(first) === base.to && lines.every((line) => line.startsWith(base.to));
  if (isAsInFile && !isAsInBlock) {
    // A line less deep than the original may come before lines that are indented like it.
    const isUnclear = lines.some((line) => depths.includes(indentOf(line).length));
    return isUnclear ? undefined : updated;
  }
  return lines.every((line) => line.startsWith(gone))
    ? updated.map((line) => (line.trim() === '' ? line : line.slice(gone.length)))
    : undefined;
}

/**
 * Tells by the unchanged lines whether the new lines are indented like the block or like the file. A line of the file
 * that is deeper than a line before it does not count, because it may have been moved into that line.
 */
function findIndentBase(
  { original, updated }: BlockLines,
  { lines, start }: MatchedBlock,
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
  const char = indentCharOf(indents);
  if (char === undefined) return undefined;
  if (units.from !== units.to && char === units.to)
    return lines.every((line) => line.startsWith(base.to)) ? updated : undefined;
  if (units.from === units.to && !isAsInBlock) {
    const step = greatestCommonDivisor(indents.map(({ length }) => length)) ?? 0;
    const mayBeAsInFile = step % (units.step * units.factor) === 0;
    const mayBeAsInBlock = step % units.step === 0;
    if (mayBeAsInFile) return mayBeAsInBlock ? undefined : updated;
  }
  return convertLines(updated, units);
}

/**
 * Converts lines to the units of the file; the remainder of a tab becomes spaces after the tabs. `undefined` when the
 * spaces may be no steps: a line that is more than one step deeper than the one before may be aligned with something in
 * it.
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
    const count = convertUnits(indent.length, units);
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
