import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyBlocks } from './apply-edit.js';
import { readSources, type SourceFile } from './real-sources.js';

const RUNS = Number(process.env['TROUPE_EDIT_LINES'] ?? 1_000);
// A thousand lines, each in every shape.
const PATIENCE_MS = 600_000;

const byLanguage = readSources();

/** A line of a file and its surroundings. */
interface Place {
  readonly indent: string;
  /** The line without its indentation. */
  readonly line: string;
  readonly next: string;
}

/** What a model sends for a place, and what it means to stand there. `lines`: how many of the file it replaces. */
interface Shape {
  readonly original: readonly string[];
  readonly updated: readonly string[];
  readonly lines: number;
  readonly expected: readonly string[];
}

/** How models shorten the indentation of a line, and of what is to take its place. */
const SHAPES: Readonly<Record<string, (place: Place) => Shape>> = {
  'one line, two new ones': ({ indent, line }) => ({
    original: [line],
    updated: ['first_new();', 'second_new();'],
    lines: 1,
    expected: [`${indent}first_new();`, `${indent}second_new();`],
  }),
  'one line that stays before a new one': ({ indent, line }) => ({
    original: [line],
    updated: [line, 'second_new();'],
    lines: 1,
    expected: [indent + line, `${indent}second_new();`],
  }),
  'one line behind a new one': ({ indent, line }) => ({
    original: [line],
    updated: ['first_new();', line],
    lines: 1,
    expected: [`${indent}first_new();`, indent + line],
  }),
  'one line that goes': ({ line }) => ({ original: [line], updated: [], lines: 1, expected: [] }),
  'one line, a new one with the indentation of the file': ({ indent, line }) => ({
    original: [line],
    updated: [`${indent}first_new();`],
    lines: 1,
    expected: [`${indent}first_new();`],
  }),
  'one line, two new ones with the indentation of the file': ({ indent, line }) => ({
    original: [line],
    updated: [`${indent}first_new();`, `${indent}second_new();`],
    lines: 1,
    expected: [`${indent}first_new();`, `${indent}second_new();`],
  }),
  'one line, two new ones of which only the first was trimmed': ({ indent, line }) => ({
    original: [line],
    updated: ['first_new();', `${indent}second_new();`],
    lines: 1,
    expected: [`${indent}first_new();`, `${indent}second_new();`],
  }),
  'one line, a new block around it': ({ indent, line }) => ({
    original: [line],
    updated: ['when (is_new) {', `${indent}${line}`, '}'],
    lines: 1,
    expected: [`${indent}when (is_new) {`, `${indent}${indent}${line}`, `${indent}}`],
  }),
  'two lines, the first trimmed in both parts': ({ indent, line, next }) => ({
    original: [line, next],
    updated: ['first_new();', next],
    lines: 2,
    expected: [`${indent}first_new();`, next],
  }),
  'two lines, the first trimmed, a new one with the indentation of the file': ({ indent, line, next }) => ({
    original: [line, next],
    updated: [`${indent}first_new();`, `${indent}second_new();`, next],
    lines: 2,
    expected: [`${indent}first_new();`, `${indent}second_new();`, next],
  }),
  'two lines, the first trimmed, both go': ({ line, next }) => ({
    original: [line, next],
    updated: [],
    lines: 2,
    expected: [],
  }),
};

/** A line that is indented, with one that is not blank behind it. */
function choosePlace({ text }: SourceFile, pick: number): { lines: string[]; at: number } | undefined {
  const lines = text.split('\n');
  const places = lines.flatMap((line, at) => {
    const isFit = /^[\t ]+\S/.test(line) && (lines[at + 1] ?? '').trim() !== '' && at + 2 < lines.length;
    return isFit ? [at] : [];
  });
  const at = places[pick % Math.max(1, places.length)];
  return at === undefined ? undefined : { lines, at };
}

test(
  'a line of real source that was sent without its indentation is changed as it was meant, or not at all',
  () => {
    const names = Object.keys(SHAPES);
    const counts = new Map(names.map((name) => [name, { applied: 0, refused: 0, ambiguous: 0 }]));
    const languages = new Map<string, number>();
    fc.assert(
      fc.property(
        fc.constantFrom(...byLanguage.keys()),
        fc.nat(),
        fc.nat(),
        (language, pickFile, pickLine) => {
          const files = byLanguage.get(language) ?? [];
          const source = files[pickFile % files.length];
          const place = source === undefined ? undefined : choosePlace(source, pickLine);
          fc.pre(source !== undefined && place !== undefined);
          const { lines, at } = place;
          const whole = lines[at] ?? '';
          const line = whole.trimStart();
          const indent = whole.slice(0, whole.length - line.length);
          languages.set(source.language, (languages.get(source.language) ?? 0) + 1);
          for (const [name, shapeOf] of Object.entries(SHAPES)) {
            const shape = shapeOf({ indent, line, next: lines[at + 1] ?? '' });
            const outcome = applyBlocks(source.text, [shape], source.path);
            const times = source.text.split(shape.original.join('\n')).length - 1;
            const count = counts.get(name);
            if (count !== undefined)
              count[outcome.isApplied ? 'applied' : times > 1 ? 'ambiguous' : 'refused']++;
            if (!outcome.isApplied) continue;
            // It stands exactly as it was sent somewhere else.
            if (times > 1 && `\n${source.text}`.includes(`\n${shape.original.join('\n')}\n`)) continue;
            const expected = lines.toSpliced(at, shape.lines, ...shape.expected).join('\n');
            // Blanks behind a line that stays are the file's own.
            expect({ name, path: source.path, at, text: outcome.text }).toEqual({
              name,
              path: source.path,
              at,
              text: expected,
            });
          }
        },
      ),
      { numRuns: RUNS },
    );
    console.log(
      [
        `${RUNS} lines (${[...languages].map(([name, count]) => `${name} ${count}`).join(', ')}), 0 wrong:`,
        ...[...counts].map(
          ([name, { applied, refused, ambiguous }]) =>
            `${name}: ${applied} applied, ${refused} refused, ${ambiguous} refused because they stand in several places`,
        ),
      ].join('\n'),
    );
    // What stands in one place is refused only where its new lines may be meant in two ways.
    for (const [name, { applied, refused }] of counts)
      expect({ name, isMostlyApplied: refused / (applied + refused) < 0.05 }).toEqual({
        name,
        isMostlyApplied: true,
      });
  },
  PATIENCE_MS,
);
