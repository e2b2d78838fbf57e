import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BlockLines } from '../../../../src/actors/tools/edit/parse/edit-block.js';
import { applyBlocks } from './apply-edit.js';
import { DISFIGURED, type Intent } from './disfigure.js';
import { readSources, type SourceFile } from './real-sources.js';

const RUNS = Number(process.env['TROUPE_EDITS'] ?? 3_000);
// Sixty thousand edits take some minutes.
const PATIENCE_MS = 1_800_000;

const byLanguage = readSources();

/** Some lines of a file, and what is to stand in their place. */
interface Change extends Intent {
  readonly lines: readonly string[];
  readonly start: number;
}

const anyChange = fc.record({
  language: fc.constantFrom(...byLanguage.keys()),
  file: fc.nat(),
  at: fc.nat(),
  /** Lines of context before and behind, lines that go, lines that come. */
  before: fc.nat({ max: 3 }),
  goes: fc.nat({ max: 4 }),
  comes: fc.array(fc.record({ like: fc.nat(), depth: fc.constantFrom(0, 0, 0, 1) }), { maxLength: 3 }),
  behind: fc.nat({ max: 3 }),
});

/** By what most lines that are deeper than the one before them are deeper. */
function stepOf(lines: readonly string[]): string {
  const count = (blank: string): number => lines.filter((line) => line.startsWith(blank)).length;
  if (count('\t') > count(' ')) return '\t';
  const widths = lines
    .filter((line) => line.trim() !== '')
    .map((line) => line.length - line.trimStart().length);
  const counts = new Map<number, number>();
  for (const [index, width] of widths.entries()) {
    const more = width - (widths[index - 1] ?? 0);
    if (more > 1) counts.set(more, (counts.get(more) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  return ' '.repeat(most?.[0] ?? 4);
}

const COMPLETE = /^[\w"'].*\w.*[;,)\w"']$/;
const PARTIAL =
  /^(?:if|else|elif|for|while|switch|case|with|def|class|do|try|catch|except|finally|export|return)\b/;

function toChange(
  source: SourceFile,
  raw: typeof anyChange extends fc.Arbitrary<infer T> ? T : never,
): Change | undefined {
  const lines = source.text.split('\n').slice(0, -1);
  const at = raw.at % lines.length;
  const start = Math.max(0, at - raw.before);
  const end = Math.min(lines.length, at + raw.goes);
  const last = Math.min(lines.length, end + raw.behind);
  const original = lines.slice(start, last);
  if (original.every((line) => line.trim() === '')) return undefined;
  const step = stepOf(lines);
  const near =
    (lines[at] ?? '').trim() === '' ? (original.find((line) => line.trim() !== '') ?? '') : (lines[at] ?? '');
  const indent = near.slice(0, near.length - near.trimStart().length);
  // New lines are like lines of the file that neither open nor close anything, and none of them is there.
  const models = lines
    .map((line) => line.trim())
    .filter((line) => COMPLETE.test(line) && !PARTIAL.test(line));
  const comes = raw.comes.flatMap(({ like, depth }, index) => {
    const line = (models[like % models.length] ?? 'new();').replace(/\w+/, `$&_new${index}`);
    // Nothing is deeper than a line that opens nothing.
    return depth === 0
      ? [indent + line]
      : [`${indent}when (is_new${index}) {`, indent + step + line, `${indent}} // new${index}`];
  });
  if (comes.length === 0 && end === at) return undefined;
  const updated = [...lines.slice(start, at), ...comes, ...lines.slice(end, last)];
  return { lines, start, line: start + 1, step, original, updated };
}

/** At how many places lines stand exactly. */
function countPlaces(lines: readonly string[], wanted: readonly string[]): number {
  return lines.filter((_, at) => wanted.every((line, offset) => lines[at + offset] === line)).length;
}

test(
  'a disfigured edit of real source lands where it was meant, or nowhere',
  () => {
    const counts = new Map(Object.keys(DISFIGURED).map((name) => [name, { meant: 0, refused: 0, there: 0 }]));
    let ambiguous = 0;
    fc.assert(
      fc.property(anyChange, fc.constantFrom(...Object.keys(DISFIGURED)), (raw, how) => {
        const files = byLanguage.get(raw.language) ?? [];
        const source = files[raw.file % files.length];
        const change = source === undefined ? undefined : toChange(source, raw);
        const sent = change && DISFIGURED[how]?.(change);
        fc.pre(source !== undefined && change !== undefined && sent !== undefined);
        const outcome = applyBlocks(source.text, [sent], source.path);
        const count = counts.get(how) ?? { meant: 0, refused: 0, there: 0 };
        const isAmbiguous = countPlaces(change.lines, sent.original) > 1;
        ambiguous += Number(isAmbiguous);
        if (!outcome.isApplied) {
          count.refused++;
          return;
        }
        expect({ how, isAmbiguous }).toEqual({ how, isAmbiguous: false });
        const { lines, start, original, updated } = change;
        const meant = lines.toSpliced(start, original.length, ...updated).join('\n') + '\n';
        if (outcome.text === meant) {
          count.meant++;
          return;
        }
        const isThere = [sent, withoutBlankEnds(sent)].some((block) =>
          whereItStands(lines, block).includes(outcome.text),
        );
        count.there += Number(isThere);
        const told = { how, path: source.path, levels: outcome.levels, sent: JSON.stringify(sent) };
        if (!isThere) expect({ text: outcome.text, ...told }).toEqual({ text: meant, ...told, levels: [] });
      }),
      { numRuns: RUNS },
    );
    console.log(
      [
        `${RUNS} edits, ${ambiguous} ambiguous ones and none of them applied, 0 wrong:`,
        ...[...counts].map(
          ([name, { meant, refused, there }]) =>
            `${name}: ${meant} as meant, ${refused} refused${there > 0 ? `, ${there} where they stand as sent` : ''}`,
        ),
      ].join('\n'),
    );
    expect(ambiguous).toBeGreaterThan(0);
  },
  PATIENCE_MS,
);

/** A block without the blank lines that both of its parts have at their ends. */
function withoutBlankEnds({ original, updated }: BlockLines): BlockLines {
  let [first, last] = [0, 0];
  const isBlank = (line = 'x'): boolean => line.trim() === '';
  while (isBlank(original[first]) && isBlank(updated[first])) first++;
  while (isBlank(original[original.length - 1 - last]) && isBlank(updated[updated.length - 1 - last])) last++;
  return {
    original: original.slice(first, original.length - last),
    updated: updated.slice(first, updated.length - last),
  };
}

/** What a block makes of a file in which it stands once as it was sent: as whole lines, or else as text within them. */
function whereItStands(lines: readonly string[], { original, updated }: BlockLines): string[] {
  const starts = lines.flatMap((_, at) =>
    original.every((line, offset) => lines[at + offset] === line) ? [at] : [],
  );
  if (starts.length > 0)
    return starts.map((start) => `${lines.toSpliced(start, original.length, ...updated).join('\n')}\n`);
  const text = `${lines.join('\n')}\n`;
  const parts = text.split(original.join('\n'));
  return parts.length === 2 ? [parts.join(updated.join('\n'))] : [];
}
