import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { EditBlock } from '../../../../src/actors/tools/edit/parse/edit-block.js';
import { planEdit } from '../../../../src/actors/tools/edit/plan-edit.js';
import {
  readTextFile,
  spliceTextFile,
  type TextFile,
} from '../../../../src/actors/tools/edit/text/text-file.js';
import { anyFile, bytesOf, decode, type FileForm, type Line, type TestFile } from './files.js';
import { runToEnd } from './run-to-end.js';

// `TROUPE_ROUND_TRIPS=20000` is the long run.
const RUNS = Number(process.env['TROUPE_ROUND_TRIPS'] ?? 4_000);

/** Some lines go, others come. */
interface Change {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
}

/** How a block is disfigured before it is sent, and how lenient the search must be. */
const DISFIGURED = {
  exact: (line: string) => line,
  'line ends': (line: string) => `${line}  `,
  indentation: (line: string) => (line === '' ? '' : `   ${line}`),
} as const;

const anyChanges = fc.array(
  fc.record({
    at: fc.nat({ max: 41 }),
    goes: fc.nat({ max: 3 }),
    comes: fc.array(fc.nat({ max: 99 }), { maxLength: 3 }),
  }),
  { minLength: 1, maxLength: 4 },
);

function read(bytes: Uint8Array): TextFile {
  const file = runToEnd(readTextFile(bytes));
  if (typeof file === 'string') throw new Error(`The file could not be read: ${file}.`);
  return file;
}

/** Whether these lines stand in one place only, blanks at both ends aside. */
function isUnique(lines: readonly Line[], wanted: readonly string[]): boolean {
  if (wanted.every((line) => line.trim() === '')) return false;
  let count = 0;
  for (let start = 0; start + wanted.length <= lines.length; start++) {
    if (wanted.every((line, offset) => lines[start + offset]?.text.trim() === line.trim())) count++;
  }
  return count === 1;
}

/** The smallest block around a change that stands in one place, within bounds; none when there is none. */
function blockOf(
  lines: readonly Line[],
  change: Change,
  from: number,
  to: number,
): (EditBlock & { end: number }) | undefined {
  let [start, end] = [change.start, change.end];
  const textsOf = (a: number, b: number): string[] => lines.slice(a, b).map(({ text }) => text);
  while (start === end || !isUnique(lines, textsOf(start, end))) {
    if (end < to) end++;
    else if (start > from) start--;
    else return undefined;
  }
  const updated = [...textsOf(start, change.start), ...change.lines, ...textsOf(change.end, end)];
  return { original: textsOf(start, end), updated, end };
}

/** The changes that can be told apart, each with its block. */
function plan(
  lines: readonly Line[],
  raw: readonly { at: number; goes: number; comes: readonly number[] }[],
): { changes: Change[]; blocks: EditBlock[] } {
  const changes: Change[] = [];
  const blocks: EditBlock[] = [];
  let from = 0;
  for (const { at, goes, comes } of [...raw].sort((a, b) => a.at - b.at)) {
    const start = Math.max(from, Math.min(at, lines.length));
    const change = {
      start,
      end: Math.min(lines.length, start + goes),
      lines: comes.map((number) => `new line ${number}`),
    };
    if (change.end === change.start && comes.length === 0) continue;
    const block = blockOf(lines, change, from, lines.length);
    if (block === undefined) continue;
    changes.push(change);
    blocks.push({ original: block.original, updated: block.updated });
    from = block.end;
  }
  return { changes, blocks };
}

/** What the changes make of the file: the end of a new line is not decided here. */
function expected(lines: readonly Line[], changes: readonly Change[]): (Line | string)[] {
  const result: (Line | string)[] = [];
  let at = 0;
  for (const { start, end, lines: come } of changes) {
    result.push(...lines.slice(at, start), ...come);
    at = end;
  }
  return [...result, ...lines.slice(at)];
}

function expectResult(
  bytes: Uint8Array,
  { form, lines }: TestFile,
  wanted: readonly (Line | string)[],
): void {
  const found = splitKeepingEnds(bytes, form);
  expect(found.map(({ text }) => text)).toEqual(
    wanted.map((line) => (typeof line === 'string' ? line : line.text)),
  );
  const known = new Set(lines.map(({ end }) => end).filter((end) => end !== ''));
  for (const [index, line] of wanted.entries()) {
    const end = found[index]?.end ?? '';
    const isLast = index === wanted.length - 1;
    const isKept = typeof line !== 'string';
    // A line without an end may come to stand before others, and the other way round only at the end of the file.
    if (isKept && (line.end !== '' || isLast)) expect(end).toBe(line.end);
    else if (!isLast) expect([...known].includes(end) || (known.size === 0 && end === '\n')).toBe(true);
    else expect(known.has(end) || (end === '' && lines.at(-1)?.end === '')).toBe(true);
  }
}

function splitKeepingEnds(bytes: Uint8Array, form: FileForm): Line[] {
  return [...decode(bytes, form).matchAll(/([^\n]*?)(\r?\n|$)/gs)]
    .filter(([whole]) => whole !== '')
    .map(([, text = '', end = '']) => ({ text, end }));
}

test('edits made into blocks and applied give the edited file, and leave every other byte as it was', () => {
  let applied = 0;
  fc.assert(
    fc.property(
      anyFile,
      anyChanges,
      fc.constantFrom('exact', 'line ends', 'indentation'),
      (file, raw, how) => {
        const { changes, blocks } = plan(file.lines, raw);
        const disfigure = DISFIGURED[how];
        const sent = blocks.map(({ original, updated }) => ({
          original: original.map(disfigure),
          updated: updated.map((line) =>
            line.startsWith('new') && how === 'line ends' ? line : disfigure(line),
          ),
        }));
        const text = read(bytesOf(file));
        // Brackets alone, indented otherwise, may be the ends of anything: they are refused.
        const isWordless = (lines: readonly string[]): boolean =>
          lines.length > 1 && !lines.some((line) => /[\p{L}\p{N}]/u.test(line));
        fc.pre(how !== 'indentation' || !sent.some(({ original }) => isWordless(original)));
        // A file whose encoding is guessed wrong has other letters; how good the guess is is another question.
        fc.pre(text.encoding === file.form.encoding);
        const outcome = runToEnd(planEdit(text, sent));
        if (!outcome.isPossible) throw new Error(outcome.problems.map(({ message }) => message).join('\n'));
        expectResult(runToEnd(spliceTextFile(text, outcome.splices)), file, expected(file.lines, changes));
        applied += blocks.length;
      },
    ),
    { numRuns: RUNS },
  );
  console.log(`${applied} blocks were applied in ${RUNS} files.`);
});

test('a block that matches more than one place is refused, however lenient the match', () => {
  let refused = 0;
  fc.assert(
    fc.property(
      anyFile,
      fc.nat({ max: 40 }),
      fc.integer({ min: 1, max: 4 }),
      fc.constantFrom('exact', 'line ends', 'indentation'),
      (file, pick, count, how) => {
        const at = pick % file.lines.length;
        const original = file.lines.slice(at, at + count).map(({ text }) => text);
        const isBlank = original.every((line) => line.trim() === '');
        const places = file.lines.filter((_, start) =>
          original.every((line, offset) => file.lines[start + offset]?.text === line),
        ).length;
        if (isBlank || places < 2) return;
        const block = { original: original.map(DISFIGURED[how]), updated: ['something else'] };
        const outcome = runToEnd(planEdit(read(bytesOf(file)), [block]));
        expect(outcome).toMatchObject({ isPossible: false, problems: [{ block: 1, kind: 'ambiguous' }] });
        refused++;
      },
    ),
    { numRuns: RUNS },
  );
  console.log(`${refused} ambiguous blocks were refused.`);
  expect(refused).toBeGreaterThan(0);
});
