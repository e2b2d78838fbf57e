import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyEdit } from './apply-edit.js';
import { type Change, countPlaces, FORMS } from './lenient-forms.js';
import { readSources, type SourceFile } from './real-sources.js';

const RUNS = Number(process.env['TROUPE_EDIT_PATCHES'] ?? 15);
const PATIENCE_MS = 600_000;

const byLanguage = readSources();

const anyPlace = fc.record({
  language: fc.constantFrom(...byLanguage.keys()),
  file: fc.nat(),
  at: fc.nat(),
  goes: fc.nat({ max: 3 }),
  comes: fc.array(fc.nat(), { maxLength: 3 }),
  isAtEnd: fc.boolean(),
  isBehind: fc.boolean(),
});

/** A change with as many lines around it as tell where it is. */
function toChange(
  { path, text }: SourceFile,
  { at, goes, comes, isAtEnd, isBehind }: typeof anyPlace extends fc.Arbitrary<infer T> ? T : never,
): Change | undefined {
  const lines = text.split('\n').slice(0, -1);
  const start = isBehind ? lines.length : isAtEnd ? Math.max(0, lines.length - 1 - goes) : at % lines.length;
  const end = Math.min(lines.length, start + goes);
  const near = lines[start] ?? '';
  const indent = near.slice(0, near.length - near.trimStart().length);
  const models = lines.map((line) => line.trim()).filter((line) => /^\w.*[;,)]$/.test(line));
  const added = comes.map(
    (pick, index) =>
      `${indent}${(models[pick % models.length] ?? 'new();').replace(/\w+/, `$&_new${index}`)}`,
  );
  if (added.length === 0 && start === end) return undefined;
  let [from, to] = [Math.max(0, start - 3), Math.min(lines.length, end + 3)];
  while (countPlaces(lines, lines.slice(from, to)) > 1 && (from > 0 || to < lines.length)) {
    from = Math.max(0, from - 1);
    to = Math.min(lines.length, to + 1);
  }
  // Blank lines at the ends of what is changed are nobody's.
  const hasEdges = [lines[from], lines[to - 1], added[0] ?? 'x', added.at(-1) ?? 'x'].every(
    (line = '') => line.trim() !== '',
  );
  return hasEdges ? { path, lines, start, end, comes: added, from, to } : undefined;
}

test(
  `${Object.keys(FORMS).length} forms in which models write changes are applied as they are meant, or refused`,
  () => {
    const told: string[] = [];
    let [applied, all] = [0, 0];
    for (const [name, form] of Object.entries(FORMS)) {
      let count = 0;
      fc.assert(
        fc.property(anyPlace, (place) => {
          const files = byLanguage.get(place.language) ?? [];
          const source = files[place.file % files.length];
          const change = source === undefined ? undefined : toChange(source, place);
          const written = change && form(change);
          fc.pre(source !== undefined && change !== undefined && written !== undefined);
          const { lines, start, end, comes, path } = change;
          const outcome = applyEdit(source.text, written, path);
          if (!outcome.isApplied) return;
          const meant = `${[...lines.slice(0, start), ...comes, ...lines.slice(end)].join('\n')}\n`;
          expect({ name, path, written, text: outcome.text }).toEqual({ name, path, written, text: meant });
          count++;
        }),
        // Some forms can say few changes.
        { numRuns: RUNS, maxSkipsPerRun: 10_000 },
      );
      told.push(`${name}: ${count} of ${RUNS}`);
      applied += count;
      all += RUNS;
    }
    console.log(
      [
        `${all} patches and blocks, 0 wrong, ${((100 * applied) / all).toFixed(1)} % applied as meant:`,
        ...told,
      ].join('\n'),
    );
    expect(applied / all).toBeGreaterThan(0.95);
  },
  PATIENCE_MS,
);
