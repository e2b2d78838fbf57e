import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitLines } from '../../../../src/actors/tools/edit/text/text-lines.js';
import { applyEdit } from './apply-edit.js';
import { anyEdit, intendEdit, type IntendedEdit } from './fuzzed-edit.js';
import { NOISES, type SentBlock, writeBlock, writePatch } from './noise.js';
import { readSources } from './real-sources.js';

const RUNS = Number(process.env['TROUPE_FUZZED_EDITS'] ?? 1_000);
// Twenty thousand edits take some minutes.
const PATIENCE_MS = 1_800_000;

const byLanguage = readSources();

/** At how many places of the file the lines of a block stand, whatever the white space and signs of these noises. */
function countPlaces({ before }: IntendedEdit, { original }: SentBlock): number {
  const wanted = original.filter((line) => line.trim() !== '').map(fold);
  const lines = before.map(({ text }) => fold(text)).filter((line) => line !== '');
  return lines.filter((_, at) => wanted.every((line, offset) => lines[at + offset] === line)).length;
}

function fold(line: string): string {
  const plain = line.replace(/[‘’]/g, "'").replace(/[“”]/g, '"').replace(/[–—]/g, '-').replaceAll('…', '...');
  return plain.replace(/\s+/g, ' ').trim();
}

/** Whether the lines of a block stand elsewhere as they were sent, and not where they are meant. */
function isElsewhere({ before, original }: IntendedEdit, sent: SentBlock): boolean {
  const isThere = (lines: readonly string[], wanted: readonly string[]): boolean =>
    lines.some((_, at) => wanted.every((line, offset) => lines[at + offset] === line));
  const trimmed = (lines: readonly string[]): readonly string[] => lines.map((line) => line.trimEnd());
  const asTheyAre = (lines: readonly string[]): readonly string[] => lines;
  const folded = (lines: readonly string[]): readonly string[] => lines.map(fold);
  const lines = before.map(({ text }) => text);
  const isOnlyElsewhere = (read: typeof trimmed, wanted: readonly string[]): boolean =>
    isThere(read(lines), read(wanted)) && !isThere(read(original), read(wanted));
  return (
    isOnlyElsewhere(folded, sent.original) ||
    [sent.original, withoutBlankEnds(sent.original)].some(
      (wanted) => isOnlyElsewhere(trimmed, wanted) || isOnlyElsewhere(asTheyAre, wanted),
    )
  );
}

function withoutBlankEnds(lines: readonly string[]): readonly string[] {
  const isWritten = (line: string): boolean => line.trim() !== '';
  return lines.slice(lines.findIndex(isWritten), lines.findLastIndex(isWritten) + 1);
}

/**
 * Whether a text is the one that was meant. A new line may have any line end, and the signs of one that it is taken to
 * replace.
 */
function isMeant(text: string, { after, before, fresh }: IntendedEdit): boolean {
  const { lines, ends } = splitLines(text);
  if (lines.length !== after.length) return false;
  const usual = new Set(before.map(({ end }) => end));
  return after.every(
    ({ text: line, end }, index) =>
      (line === lines[index] ||
        ((fresh.has(line) || line.trim() === '') && fold(line) === fold(lines[index] ?? ''))) &&
      (end === undefined || line.trim() === '' ? usual.has(ends[index] ?? '') : end === ends[index]),
  );
}

test(
  'a fuzzed edit of real source makes what was intended, or nothing',
  () => {
    const counts = new Map(
      Object.keys(NOISES).map((name) => [name, { meant: 0, refused: 0, ambiguous: 0, there: 0 }]),
    );
    fc.assert(
      fc.property(
        anyEdit,
        fc.constantFrom(...byLanguage.keys()),
        fc.constantFrom(...Object.keys(NOISES)),
        fc.constantFrom('block', 'block', 'block with CRLF', 'patch'),
        (drawn, language, noise, form) => {
          const files = byLanguage.get(language) ?? [];
          const source = files[drawn.file % files.length];
          const intended = source && intendEdit(source, drawn);
          const sent = intended && NOISES[noise]?.(intended, intended);
          fc.pre(intended !== undefined && sent !== undefined);
          const isPartial = noise.endsWith('missing');
          const written =
            form === 'patch' && !isPartial
              ? writePatch(sent, intended.path)
              : writeBlock(sent, form === 'block with CRLF' ? '\r\n' : '\n');
          const text = intended.before.map((line) => line.text + line.end).join('');
          const outcome = applyEdit(text, written, intended.path);
          const count = counts.get(noise) ?? { meant: 0, refused: 0, ambiguous: 0, there: 0 };
          if (!outcome.isApplied) {
            count[countPlaces(intended, sent) > 1 ? 'ambiguous' : 'refused']++;
            return;
          }
          if (isMeant(outcome.text, intended)) {
            count.meant++;
            return;
          }
          // It stands elsewhere as it was sent.
          if (isElsewhere(intended, sent)) {
            count.there++;
            return;
          }
          const told = {
            noise,
            form,
            path: intended.path,
            levels: outcome.levels,
            written,
            drawn: JSON.stringify(drawn),
          };
          const meant = intended.after.map((line) => line.text + (line.end ?? '\n')).join('');
          expect({ text: outcome.text, ...told }).toEqual({ text: meant, ...told, levels: [] });
        },
      ),
      { numRuns: RUNS },
    );
    console.log(
      [
        `${RUNS} fuzzed edits, 0 wrong:`,
        ...[...counts].map(([name, { meant, refused, ambiguous, there }]) => {
          const share = ((100 * refused) / Math.max(1, meant + refused)).toFixed(1);
          return `${name}: ${meant} as meant, ${refused} refused (${share} %), ${ambiguous} refused in several places, ${there} elsewhere as sent`;
        }),
      ].join('\n'),
    );
  },
  PATIENCE_MS,
);
