/**
 * How the indentation of a block's lines maps to that of the matching lines in the file. One rule must hold for all
 * lines; otherwise they are other lines.
 *
 * - `same`: as in the block.
 * - `first line`: only the first line lacks its indentation in the block, like a text that was trimmed.
 * - `shift`: each line in the file begins with `to` where it begins with `from` in the block; one of the two is empty.
 * - `flat`: all lines have the same indentation, in the block and in the file, so no rule applies to other depths.
 * - `units`: the block uses other units, tabs for spaces or another number of spaces. The number of its characters,
 * times
 *   `factor`, plus `shift`, is that of the file.
 */
export type Indentation =
  | { readonly kind: 'same' }
  | { readonly kind: 'first line'; readonly indent: string }
  | {
      readonly kind: 'shift';
      readonly from: string;
      readonly to: string;
      /** The indentation of the least indented line, in the block and in the file. */
      readonly base: Pair;
      /** The indentations that occur in the block. Units: characters. Shape: ascending, without duplicates. */
      readonly depths: readonly number[];
      /** Whether the rule was derived from a single line. */
      readonly isSingle: boolean;
    }
  | { readonly kind: 'flat'; readonly base: Pair }
  | { readonly kind: 'units'; readonly units: Units; readonly base: Pair };

/** The indentation of a line in the block, and of the matching line in the file. */
interface Pair {
  readonly from: string;
  readonly to: string;
}

export interface Units {
  readonly from: IndentChar;
  readonly to: IndentChar;
  readonly factor: number;
  /** Units: characters of the file. */
  readonly shift: number;
  /** The greatest common divisor of the differences in indentation. Units: characters of the block. */
  readonly step: number;
}

type IndentChar = ' ' | '\t';

/** The rule that leaves lines unchanged. */
export const SAME_INDENTATION: Indentation = { kind: 'same' };

// Narrower and wider tabs do not occur in practice.
const MIN_SPACES_PER_TAB = 2;
const MAX_SPACES_PER_TAB = 8;
// With a shift as well, wider tabs would mean that they stand for more than one step and that a step is missing.
const MAX_SHIFTED_SPACES_PER_TAB = 4;

/**
 * The rule that maps the indentation of a block's lines to that of the file's lines from `start` on; `undefined` when
 * there is no single rule: then the nesting differs, and with it the meaning. IndentChar lines are ignored.
 */
export function findIndentation(
  wanted: readonly string[],
  lines: readonly string[],
  start: number,
): Indentation | undefined {
  const pairs: Pair[] = [];
  for (const [offset, line] of wanted.entries()) {
    const there = lines[start + offset] ?? '';
    if (line.trim() !== '' && there.trim() !== '') pairs.push({ from: indentOf(line), to: indentOf(there) });
  }
  const [first, ...others] = pairs;
  if (first === undefined || pairs.every(isSame)) return SAME_INDENTATION;
  const trimmed = (wanted[0] ?? '').trim() === '' ? undefined : findTrimmedFirst(first, others);
  return findShift(pairs) ?? trimmed ?? findUnits(pairs) ?? findFlat(first, others);
}

/**
 * Compares how deep the lines are, up to the first that no rule can cover: except for the first line, every rule maps
 * lines of one depth in the block to one depth in the file.
 */
export function compareDepths(
  wanted: readonly string[],
  lines: readonly string[],
  start: number,
): { readonly compared: number; readonly isCoverable: boolean } {
  const depthsInFile = new Map<number, number>();
  let isFirst = true;
  for (const [offset, line] of wanted.entries()) {
    const there = lines[start + offset] ?? '';
    const depth = depthOf(line);
    const depthThere = depthOf(there);
    if (depth === line.length || depthThere === there.length) continue;
    const known = depthsInFile.get(depth);
    if (known !== undefined && known !== depthThere) return { compared: offset + 1, isCoverable: false };
    if (!isFirst) depthsInFile.set(depth, depthThere);
    isFirst = false;
  }
  return { compared: wanted.length, isCoverable: true };
}

function depthOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** The white space at the start of a line. */
export function indentOf(line: string): string {
  return line.slice(0, depthOf(line));
}

function isSame({ from, to }: Pair): boolean {
  return from === to;
}

function findShift(pairs: readonly Pair[]): Indentation | undefined {
  const base = shallowest(pairs);
  const shift = { kind: 'shift', base, depths: depthsOf(pairs), isSingle: pairs.length === 1 } as const;
  const { from, to } = base;
  if (to.endsWith(from)) {
    const added = to.slice(0, to.length - from.length);
    if (pairs.every((pair) => pair.to === added + pair.from)) return { ...shift, from: '', to: added };
  }
  if (from.endsWith(to)) {
    const gone = from.slice(0, from.length - to.length);
    if (pairs.every((pair) => pair.from === gone + pair.to)) return { ...shift, from: gone, to: '' };
  }
  return undefined;
}

function findTrimmedFirst(first: Pair, others: readonly Pair[]): Indentation | undefined {
  const isTrimmed = first.from === '' && others.length > 0 && others.every(isSame);
  return isTrimmed ? { kind: 'first line', indent: first.to } : undefined;
}

function findFlat(base: Pair, others: readonly Pair[]): Indentation | undefined {
  const isFlat = others.every(({ from, to }) => from === base.from && to === base.to);
  return isFlat ? { kind: 'flat', base } : undefined;
}

function findUnits(pairs: readonly Pair[]): Indentation | undefined {
  const from = indentCharOf(pairs.map((pair) => pair.from));
  const to = indentCharOf(pairs.map((pair) => pair.to));
  if (from === undefined || to === undefined || (from === '\t' && to === '\t')) return undefined;
  const base = shallowest(pairs);
  const deepest = deepestOf(pairs);
  const width = deepest.from.length - base.from.length;
  const factor =
    width === 0 ? base.to.length / base.from.length : (deepest.to.length - base.to.length) / width;
  const depths = depthsOf(pairs);
  const shift = base.to.length - base.from.length * factor;
  const units = { from, to, factor, shift, step: greatestCommonDivisor(depths) ?? 0 };
  const isLinear = pairs.every((pair) => pair.to.length === convertUnits(pair.from.length, units));
  return isLinear && isPlausible(units, depths) ? { kind: 'units', units, base } : undefined;
}

/**
 * Whether a rule between different units is plausible. Any two depths satisfy some linear rule, so a shift must be a
 * whole number of steps, and no step may be missing, as it would be where a closing bracket was forgotten.
 */
function isPlausible({ from, to, factor, shift }: Units, depths: readonly number[]): boolean {
  if (!Number.isFinite(factor) || factor <= 0) return false;
  if (from === ' ' && to === ' ') {
    // The indentation of copied lines is a multiple of the file's own step.
    const isFiner = Number.isInteger(factor) && depths.length > 1;
    const isCoarser = Number.isInteger(1 / factor) && depths.length > 2;
    return shift === 0 && (isFiner || isCoarser);
  }
  const spacesPerTab = from === '\t' ? factor : rounded(1 / factor);
  const steps = rounded(from === '\t' ? shift / factor : shift);
  if (!Number.isInteger(spacesPerTab) || !Number.isInteger(steps)) return false;
  if (spacesPerTab < MIN_SPACES_PER_TAB || spacesPerTab > MAX_SPACES_PER_TAB) return false;
  if (steps === 0) return true;
  const hasSingleStep = depths.some((depth) => depths.includes(depth + 1));
  return from === '\t' ? hasSingleStep : spacesPerTab <= MAX_SHIFTED_SPACES_PER_TAB;
}

/** Converts a number of characters in the block to those of the file. */
export function convertUnits(count: number, { factor, shift }: Units): number {
  return rounded(count * factor + shift);
}

/** Corrects rounding errors: three times a third of a tab is one tab. */
function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}

/**
 * The one character that these indentations consist of; a space when they are all empty, `undefined` when they are
 * mixed.
 */
export function indentCharOf(indents: readonly string[]): IndentChar | undefined {
  const all = indents.join('');
  if (/^ *$/.test(all)) return ' ';
  return /^\t*$/.test(all) ? '\t' : undefined;
}

/** The greatest common divisor of the widths; `undefined` for no widths. */
export function greatestCommonDivisor(widths: readonly number[]): number | undefined {
  let divisor = 0;
  for (const width of widths) {
    let [a, b] = [divisor, width];
    while (b > 0) [a, b] = [b, a % b];
    divisor = a;
  }
  return divisor === 0 ? undefined : divisor;
}

function depthsOf(pairs: readonly Pair[]): number[] {
  return [...new Set(pairs.map(({ from }) => from.length))].sort((a, b) => a - b);
}

function deepestOf(pairs: readonly Pair[]): Pair {
  return pairs.reduce((most, pair) => (pair.from.length > most.from.length ? pair : most));
}

function shallowest(pairs: readonly Pair[]): Pair {
  return pairs.reduce((least, pair) => (pair.from.length < least.from.length ? pair : least));
}
