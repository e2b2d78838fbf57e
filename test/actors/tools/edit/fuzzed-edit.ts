import fc from 'fast-check';
import type { SourceFile } from './real-sources.js';

/** A line with its end. */
export interface Line {
  readonly text: string;
  readonly end: string;
}

/** A file, what a person wants it to be, and the part of it that a model writes down. */
export interface IntendedEdit {
  readonly path: string;
  readonly before: readonly Line[];
  /** The end of a new line may be any that the file has: it is `undefined`. */
  readonly after: readonly { readonly text: string; readonly end: string | undefined }[];
  /** The block as it stands in the file. */
  readonly original: readonly string[];
  readonly updated: readonly string[];
  /** The new lines among them, which are like no line of the file. */
  readonly fresh: ReadonlySet<string>;
  /** How many lines at the ends of the block stay as they are. */
  readonly keptBefore: number;
  readonly keptBehind: number;
}

const anyChange = fc.oneof(
  fc.record({ kind: fc.constant('keep' as const) }),
  fc.record({ kind: fc.constant('delete' as const) }),
  fc.record({ kind: fc.constant('insert' as const), like: fc.nat(), count: fc.integer({ min: 1, max: 3 }) }),
  fc.record({
    kind: fc.constant('change a word' as const),
    word: fc.nat(),
    times: fc.integer({ min: 1, max: 2 }),
  }),
  fc.record({ kind: fc.constant('add a word' as const), word: fc.nat() }),
  fc.record({ kind: fc.constant('take a word away' as const), word: fc.nat() }),
);
type Change = typeof anyChange extends fc.Arbitrary<infer Value> ? Value : never;

export const anyEdit = fc.record({
  file: fc.nat(),
  at: fc.nat(),
  before: fc.nat({ max: 3 }),
  behind: fc.nat({ max: 3 }),
  changes: fc.array(anyChange, { minLength: 1, maxLength: 4 }),
  ends: fc.constantFrom('\n', '\n', '\r\n', 'mixed'),
  isOpen: fc.boolean(),
  /** What the file has that is not on a keyboard. */
  signs: fc.uniqueArray(fc.constantFrom('quotes', 'dashes', 'blanks', 'dots', 'blanks behind lines'), {
    maxLength: 3,
  }),
  twin: fc.constantFrom('none', 'none', 'deeper', 'with a blank line', 'in plain signs', 'the same'),
});
export type DrawnEdit = typeof anyEdit extends fc.Arbitrary<infer Value> ? Value : never;

const isBlank = (line: string): boolean => line.trim() === '';
export const indentOf = (line: string): string => line.slice(0, line.length - line.trimStart().length);

const SIGNS: Readonly<Record<DrawnEdit['signs'][number], (line: string) => string>> = {
  quotes: (line) => line.replace(/(?<=\w)'(?=\w)/g, '’').replace(/"([^"]*)"/g, '“$1”'),
  dashes: (line) => line.replace(/(?<=\S) - (?=\S)/g, ' – ').replace(/--(?=\w)/g, '—'),
  blanks: (line) => indentOf(line) + line.trimStart().replace(/ /, '\u00A0'),
  dots: (line) => line.replaceAll('...', '…'),
  'blanks behind lines': (line) => (isBlank(line) ? line : `${line}  `),
};

/** The edit that was drawn for a file; `undefined` where nothing can be changed like that. */
export function intendEdit({ text, path }: SourceFile, drawn: DrawnEdit): IntendedEdit | undefined {
  const source = text.split('\n').slice(0, -1);
  const at = drawn.at % source.length;
  const start = Math.max(0, at - drawn.before);
  const end = Math.min(source.length, at + drawn.changes.length + drawn.behind);
  const decorate = (line: string): string => drawn.signs.reduce((so, sign) => SIGNS[sign](so), line);
  const original = source.slice(start, end).map(decorate);
  if (original.every(isBlank)) return undefined;
  const lines = [
    ...source.slice(0, start),
    ...original,
    ...source.slice(end),
    ...makeTwin(source.slice(start, end), original, drawn),
  ];
  const endOf = (index: number): string => {
    if (drawn.isOpen && index === lines.length - 1 && lines[index] !== '') return '';
    return drawn.ends !== 'mixed' ? drawn.ends : (index * 7 + at) % 3 === 0 ? '\r\n' : '\n';
  };
  const before = lines.map((line, index) => ({ text: line, end: endOf(index) }));
  const first = at - start;
  const fresh = source.filter(
    (line) => !source.slice(start, end).includes(line) && /^\s*[\w"'].*\w.*[;,)\w"']$/.test(line),
  );
  const after: { text: string; end: string | undefined }[] = [];
  for (let offset = first; offset < Math.min(first + drawn.changes.length, original.length); offset++) {
    const change = drawn.changes[offset - first] ?? { kind: 'keep' };
    const old = before[start + offset] ?? { text: '', end: '\n' };
    after.push(...applyChange(change, old, fresh));
  }
  const added = new Set(after.flatMap(({ text: line, end: e }) => (e === undefined ? [line] : [])));
  const rest = Math.min(first + drawn.changes.length, original.length);
  // Which of two similar lines has gone is unknown, and with it whose line end the other one has.
  const isUnclear = drawn.ends === 'mixed' && drawn.changes.some(({ kind }) => kind === 'delete');
  const changed = [
    ...before.slice(start, start + first),
    ...after.map((line) => (isUnclear ? { ...line, end: undefined } : line)),
    ...before.slice(start + rest, end),
  ];
  const updated = changed.map((line) => line.text);
  if (updated.join('\n') === original.join('\n')) return undefined;
  const whole = [...before.slice(0, start), ...changed, ...before.slice(end)];
  const last = whole.length - 1;
  const isOpen = before.at(-1)?.end === '';
  const closed = whole.map((line, index) =>
    // A file without a final line end may get one when its last line goes.
    isOpen && index === last
      ? { ...line, end: end === before.length ? undefined : '' }
      : line.end === ''
        ? { ...line, end: undefined }
        : line,
  );
  const keptBehind = end - (start + rest);
  return { path, before, after: closed, original, updated, fresh: added, keptBefore: first, keptBehind };
}

/** Words that are like none of the file. */
function reverse(word: string): string {
  let reversed = '';
  for (const letter of word) reversed = letter + reversed;
  return reversed;
}

function applyChange(
  change: Change,
  old: Line,
  fresh: readonly string[],
): { text: string; end: string | undefined }[] {
  const words = [...old.text.matchAll(/\w+/g)];
  const word = 'word' in change ? words[change.word % Math.max(1, words.length)] : undefined;
  const replace = (by: string): Line => {
    if (word === undefined) return old;
    const behind = old.text.slice(word.index + word[0].length);
    return {
      ...old,
      text:
        old.text.slice(0, word.index) + by + (by === '' ? behind.replace(/^[ \u00A0](?!\s)/, '') : behind),
    };
  };
  switch (change.kind) {
    case 'keep':
      return [old];
    case 'delete':
      return [];
    case 'insert':
      return [
        ...Array.from({ length: change.count }, (_, index) => {
          const like = fresh[(change.like + index) % Math.max(1, fresh.length)] ?? 'call();';
          return {
            text: indentOf(old.text) + like.trim().replace(/\w+/g, reverse).replace(/\w+/, `$&_new${index}`),
            end: undefined,
          };
        }),
        old,
      ];
    case 'change a word':
      return [replace(`${word?.[0] ?? ''}_new`.repeat(change.times))];
    case 'add a word':
      return [replace(`${word?.[0] ?? ''}.added`)];
    case 'take a word away':
      // Blanks beside the first or the last word would become indentation, or blanks at the end.
      return [words.length < 3 || word === words[0] || word === words.at(-1) ? old : replace('')];
    default:
      return change satisfies never;
  }
}

/** Lines at the end of the file that are like those of the block. */
function makeTwin(
  plain: readonly string[],
  lines: readonly string[],
  { twin }: DrawnEdit,
): readonly string[] {
  switch (twin) {
    case 'none':
      return [];
    case 'deeper':
      return ['', ...lines.map((line) => (isBlank(line) ? line : `    ${line}`)), 'the end'];
    case 'with a blank line':
      return ['', ...lines.slice(0, 1), '', ...lines.slice(1), 'the end'];
    case 'in plain signs':
      return ['', ...plain, 'the end'];
    case 'the same':
      return ['{', ...lines, '}'];
    default:
      return twin satisfies never;
  }
}
