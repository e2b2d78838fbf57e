import { indentOf, type IntendedEdit } from './fuzzed-edit.js';

/** A block as a model sends it. */
export interface SentBlock {
  readonly original: readonly string[];
  readonly updated: readonly string[];
}

/** What models get wrong in a block; `undefined` where it makes no difference, or leaves nobody a way to know what was meant. */
export type Noise = (block: SentBlock, intended: IntendedEdit) => SentBlock | undefined;

const isBlank = (line: string): boolean => line.trim() === '';

const each =
  (change: (line: string) => string): Noise =>
  ({ original, updated }) => {
    const sent = { original: original.map(change), updated: updated.map(change) };
    return sent.original.join('\n') === original.join('\n') ? undefined : sent;
  };

const eachWritten = (change: (line: string) => string): Noise =>
  each((line) => (isBlank(line) ? line : change(line)));

function commonIndent(lines: readonly string[]): string {
  const indents = lines.filter((line) => !isBlank(line)).map(indentOf);
  let common = indents[0] ?? '';
  for (const indent of indents) while (!indent.startsWith(common)) common = common.slice(0, -1);
  return common;
}

/** Drops what both parts begin with, as long as it is meant to stay and blank. */
const dropBlank =
  (side: 'before' | 'behind'): Noise =>
  ({ original, updated }, { keptBefore, keptBehind }) => {
    const isBefore = side === 'before';
    const kept = isBefore ? keptBefore : keptBehind;
    const line = isBefore ? original[0] : original.at(-1);
    if (kept === 0 || line === undefined || !isBlank(line) || original.length < 2) return undefined;
    const drop = (lines: readonly string[]): readonly string[] =>
      isBefore ? lines.slice(1) : lines.slice(0, -1);
    return { original: drop(original), updated: drop(updated) };
  };

const foldQuotes = (line: string): string => line.replace(/[‘’]/g, "'").replace(/[“”]/g, '"');
const foldDashes = (line: string): string => line.replace(/[–—]/g, '-');
const foldBlanks = (line: string): string => line.replaceAll('\u00A0', ' ');
const foldDots = (line: string): string => line.replaceAll('…', '...');

export const NOISES: Readonly<Record<string, Noise>> = {
  none: (block) => block,
  'a blank line more before': ({ original, updated }) => ({
    original: ['', ...original],
    updated: ['', ...updated],
  }),
  'blank lines more behind': ({ original, updated }) => ({
    original: [...original, '', ''],
    updated: [...updated, '', ''],
  }),
  'blank lines more around': ({ original, updated }) => ({
    original: ['', ...original, ''],
    updated: ['', ...updated, ''],
  }),
  'a blank line less before': dropBlank('before'),
  'a blank line less behind': dropBlank('behind'),
  'deeper by two': eachWritten((line) => `  ${line}`),
  'deeper by a tab': eachWritten((line) => `\t${line}`),
  'without the common indentation': ({ original, updated }) => {
    const common = commonIndent(original);
    if (common === '' || commonIndent(updated) !== common) return undefined;
    const dedent = (line: string): string => (line.startsWith(common) ? line.slice(common.length) : line);
    return { original: original.map(dedent), updated: updated.map(dedent) };
  },
  'tabs for steps of four': (block, intended) => {
    const lines = [...block.original, ...block.updated].filter((line) => !isBlank(line));
    const isRegular = lines.every((line) => /^(?: {4})*(?! )/.test(line) && !indentOf(line).includes('\t'));
    const isShown = block.original.some((line) => indentOf(line).length === 4);
    return isRegular && isShown
      ? each((line) => '\t'.repeat(indentOf(line).length / 4) + line.trimStart())(block, intended)
      : undefined;
  },
  'plain quotes': each(foldQuotes),
  'plain dashes': each(foldDashes),
  'plain blanks': each(foldBlanks),
  'plain signs': each((line) => foldDots(foldBlanks(foldDashes(foldQuotes(line))))),
  'no blanks behind lines': each((line) => line.trimEnd()),
  'blanks behind lines': (block, intended) =>
    eachWritten((line) => (intended.fresh.has(line) ? line : `${line.trimEnd()} `))(block, intended),
  'one blank for several': eachWritten(
    (line) => indentOf(line) + line.trimStart().replace(/(?<=\S) {2,}(?=\S)/g, ' '),
  ),
  'plain signs, and deeper': eachWritten((line) => `  ${foldDots(foldBlanks(foldDashes(foldQuotes(line))))}`),
  'plain signs, and no blanks behind lines': each((line) =>
    foldDots(foldBlanks(foldDashes(foldQuotes(line)))).trimEnd(),
  ),
  'plain signs, and blank lines around': (block, intended) => {
    const plain = NOISES['plain signs']?.(block, intended);
    return plain && NOISES['blank lines more around']?.(plain, intended);
  },
  'the beginning of the first line is missing': ({ original, updated }, { keptBefore }) => {
    const [first = ''] = original;
    const space = first.indexOf(' ', indentOf(first).length + 1);
    if (keptBefore === 0 || space === -1) return undefined;
    const rest = first.slice(space).trimStart();
    return isBlank(rest)
      ? undefined
      : { original: [rest, ...original.slice(1)], updated: [rest, ...updated.slice(1)] };
  },
  'the end of the last line is missing': ({ original, updated }, { keptBehind }) => {
    const last = original.at(-1) ?? '';
    const space = last.trimEnd().lastIndexOf(' ');
    if (keptBehind === 0 || space <= indentOf(last).length) return undefined;
    const rest = last.slice(0, space).trimEnd();
    return { original: [...original.slice(0, -1), rest], updated: [...updated.slice(0, -1), rest] };
  },
};

/** Writes a block as a model does. */
export function writeBlock({ original, updated }: SentBlock, lineEnd: string): string {
  const lines = ['<<<<<<< ORIGINAL', ...original, '=======', ...updated, '>>>>>>> UPDATED'];
  return lines.join(lineEnd);
}

/** Writes a block as a patch. */
export function writePatch({ original, updated }: SentBlock, path: string): string {
  let head = 0;
  const most = Math.min(original.length, updated.length);
  while (head < most && original[head] === updated[head]) head++;
  let tail = 0;
  while (tail < most - head && original.at(-1 - tail) === updated.at(-1 - tail)) tail++;
  const mark = (sign: string, lines: readonly string[]): string[] => lines.map((line) => sign + line);
  return [
    '*** Begin Patch',
    `*** Update File: ${path}`,
    '@@',
    ...mark(' ', original.slice(0, head)),
    ...mark('-', original.slice(head, original.length - tail)),
    ...mark('+', updated.slice(head, updated.length - tail)),
    ...mark(' ', original.slice(original.length - tail)),
    '*** End Patch',
  ].join('\n');
}
