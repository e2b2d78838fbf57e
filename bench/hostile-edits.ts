import type { EditBlock } from '../src/actors/tools/edit/parse/edit-block.js';
import type { createRandom } from './make-tree.js';

type Random = ReturnType<typeof createRandom>;

/** A file and blocks made to keep whoever applies them busy. */
export interface HostileEdit {
  readonly family: string;
  readonly text: string;
  readonly blocks: readonly EditBlock[];
}

const TYPOGRAPHIC = '“”‘’–—…\u00a0\uff21\ufdfa';

const lines = (count: number, line: (index: number) => string): string[] =>
  Array.from({ length: count }, (_, index) => line(index));

const replaced = (original: readonly string[]): EditBlock => ({
  original,
  updated: [...original.slice(1), 'new'],
});

type Family = (size: number, random: Random) => { text: readonly string[]; blocks: readonly EditBlock[] };

// `size` is about how many characters the file has.
const FAMILIES: Readonly<Record<string, Family>> = {
  'equal lines, a block that differs in its last': (size) => ({
    text: lines(size / 2, () => 'a'),
    blocks: [replaced([...lines(size / 4, () => 'a'), 'b'])],
  }),
  'equal lines with a few others, a block of both': (size) => ({
    text: lines(size / 2, (index) => (index % 50 === 49 ? 'b' : 'a')),
    blocks: lines(20, (index) => `${index}`).map((index) =>
      replaced([...lines(49, () => 'a'), 'b', ...lines(48, () => 'a'), `c${index}`]),
    ),
  }),
  'two kinds of lines at random, many blocks of them': (size, random) => {
    const text = lines(size / 2, () => (random.below(2) === 0 ? 'a' : 'b'));
    const starts = lines(Math.min(10_000, size / 60), () => `${random.below(text.length)}`).map(Number);
    return { text, blocks: starts.map((start) => replaced(text.slice(start, start + 24))) };
  },
  'one long line of equal letters, a block of them': (size) => ({
    text: ['a'.repeat(size)],
    blocks: [replaced([`${'a'.repeat(size / 2)}b`]), replaced([`c${'a'.repeat(size / 2)}`])],
  }),
  'many blocks that each stand once': (size) => {
    const text = lines(size / 20, (index) => `  line number ${index};`);
    return { text, blocks: text.slice(0, 10_000).map((line) => replaced([line])) };
  },
  'many blocks that stand nowhere': (size) => ({
    text: lines(size / 20, (index) => `  line number ${index};`),
    blocks: lines(10_000, (index) => `  row number ${index}`).map((line) => replaced([line, 'and'])),
  }),
  'nothing but blanks': (size) => ({
    text: lines(20, () => ' \t'.repeat(size / 40)),
    blocks: [replaced([`${' '.repeat(size / 40)}x`]), replaced([' \t'.repeat(size / 40)])],
  }),
  'nothing but typographic signs': (size) => ({
    text: lines(size / 100, () => TYPOGRAPHIC.repeat(10)),
    blocks: [replaced([`${TYPOGRAPHIC.repeat(10)}x`, '"'.repeat(80)])],
  }),
  'a block as long as the file, with every third line another': (size) => {
    const text = lines(size / 20, (index) => `  line number ${index};`);
    return {
      text,
      blocks: [
        { original: text, updated: text.map((line, index) => (index % 3 === 0 ? `${line} new` : line)) },
      ],
    };
  },
  'long lines that are all alike, and a block like all of them': (size, random) => ({
    text: lines(
      size / 200,
      () => `const value = compute(${lines(12, () => `argument${random.below(100)}`).join(', ')});`,
    ),
    blocks: [replaced([`const value = compute(${lines(12, () => 'argumentX').join(', ')});`])],
  }),
  'every indentation there is': (size, random) => ({
    text: lines(size / 40, () => `${' '.repeat(random.below(60))}x();`),
    blocks: [replaced(lines(size / 80, () => `${'\t'.repeat(random.below(20))}x();`))],
  }),
};

export const FAMILY_NAMES: readonly string[] = Object.keys(FAMILIES);

/** One input of a family. */
export function makeHostileEdit(family: string, size: number, random: Random): HostileEdit {
  const make = FAMILIES[family];
  if (make === undefined) throw new Error(`There is no family "${family}".`);
  const { text, blocks } = make(size, random);
  return { family, text: `${text.join('\n')}\n`, blocks };
}
