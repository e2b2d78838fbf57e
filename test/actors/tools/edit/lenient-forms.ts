/** Lines of a file, those that take the place of some of them, and how many lines around stay. */
export interface Change {
  readonly path: string;
  readonly lines: readonly string[];
  readonly start: number;
  /** Behind the last line that goes. */
  readonly end: number;
  readonly comes: readonly string[];
  /** Where the lines around it begin and end. */
  readonly from: number;
  readonly to: number;
}

/** How a model writes a change; nothing where this form cannot say it. */
export type Form = (change: Change) => string | undefined;

type Mark = (line: string) => string;

const marked: Mark = (line) => ` ${line}`;
const unmarked: Mark = (line) => line;

/** The lines of a hunk. */
function hunk({ lines, start, end, comes, from, to }: Change, context: Mark = marked): string[] {
  return [
    ...lines.slice(from, start).map(context),
    ...lines.slice(start, end).map((line) => `-${line}`),
    ...comes.map((line) => `+${line}`),
    ...lines.slice(end, to).map(context),
  ];
}

const text = (...lines: readonly string[]): string => `${lines.join('\n')}\n`;
const patch = (...lines: readonly string[]): string => text('*** Begin Patch', ...lines, '*** End Patch');
const update = ({ path }: Change, ...lines: readonly string[]): string =>
  patch(`*** Update File: ${path}`, ...lines);

/** The line that opens what a change is in: the next one above it that is less deep. */
function openerOf({ lines, from }: Change): string | undefined {
  const depth = (line: string): number => line.length - line.trimStart().length;
  const first = lines.slice(from).find((line) => line.trim() !== '') ?? '';
  const opener = lines.slice(0, from).findLast((line) => line.trim() !== '' && depth(line) < depth(first));
  // What closes something opens nothing, and what is there twice tells less.
  const isFit = opener !== undefined && /[\w)]\s*[{:(]$/.test(opener) && /^\s*\w/.test(opener);
  return isFit && lines.filter((line) => line.trim() === opener.trim()).length === 1 ? opener : undefined;
}

const original = ({ lines, from, to }: Change): string[] => lines.slice(from, to);
const updated = ({ lines, start, end, comes, from, to }: Change): string[] => [
  ...lines.slice(from, start),
  ...comes,
  ...lines.slice(end, to),
];

const blocks =
  (opening: string, divider: string, closing: string, change: Mark = unmarked): Form =>
  (each) =>
    // Lines that look like markers are written with longer ones.
    [...original(each), ...updated(each)].some((line) => /^\s*[<>=+-]{5}/.test(line))
      ? undefined
      : text(opening, ...original(each).map(change), divider, ...updated(each).map(change), closing);

const numbered =
  (write: (number: number, line: string) => string): Form =>
  (change) => {
    const number = (lines: readonly string[]): string[] =>
      lines.map((line, index) => write(change.from + 1 + index, line));
    return text(
      '<<<<<<< ORIGINAL',
      ...number(original(change)),
      '=======',
      ...number(updated(change)),
      '>>>>>>> UPDATED',
    );
  };

const diff =
  (header: (change: Change) => readonly string[], numbers: (change: Change) => string): Form =>
  (change) =>
    text(...header(change), `@@ ${numbers(change)} @@`, ...hunk(change));

const fileNames = ({ path }: Change): string[] => [`--- a/${path}`, `+++ b/${path}`];
const ranges = ({ from, to, start, end, comes }: Change): string =>
  `-${from + 1},${to - from} +${from + 1},${to - from - (end - start) + comes.length}`;

/** The forms that models write changes in, by the leniency that they need. */
export const FORMS: Readonly<Record<string, Form>> = {
  'a patch as it should be': (change) => update(change, '@@', ...hunk(change)),
  'context lines without their blank': (change) => update(change, '@@', ...hunk(change, unmarked)),
  'context lines without their blank, where they are not indented': (change) =>
    update(change, '@@', ...hunk(change, (line) => (/^\S/.test(line) ? line : ` ${line}`))),
  'blank lines around a hunk': (change) => update(change, '', '@@', '', ...hunk(change), '', ''),
  'a context that ends behind the final newline': (change) =>
    change.to === change.lines.length
      ? update(change, '@@', ...hunk(change), ' ', '*** End of File')
      : undefined,
  'the end of the file': (change) =>
    change.to === change.lines.length ? update(change, '@@', ...hunk(change), '*** End of File') : undefined,
  'an anchor': (change) => {
    const opener = openerOf(change);
    return opener === undefined ? undefined : update(change, `@@ ${opener.trim()}`, ...hunk(change));
  },
  'an anchor without a blank': (change) => {
    const opener = openerOf(change);
    return opener === undefined ? undefined : update(change, `@@${opener}`, ...hunk(change));
  },
  'an anchor that is cut': (change) => {
    const opener = openerOf(change)?.trim();
    const cut = opener === undefined ? undefined : /^.*\w(?=\s*[({:])/.exec(opener)?.[0];
    const isClear = cut !== undefined && change.lines.filter((line) => line.includes(cut)).length === 1;
    return isClear && cut.length > 8 ? update(change, `@@ ${cut}`, ...hunk(change)) : undefined;
  },
  'padded headers': (change) =>
    text(
      '*** Begin Patch  ',
      ` *** Update File:  ${change.path}  `,
      '@@  ',
      ...hunk(change),
      '*** End Patch ',
    ),
  'a padded patch': (change) => update(change, '@@', ...hunk(change)).replaceAll(/^(?=.)/gm, '    '),
  'lines that only come, at the end': (change) =>
    change.start === change.lines.length
      ? update(change, '@@', ...change.comes.map((line) => `+${line}`))
      : undefined,
  'two sections for one file': (change) => {
    const { start, end, comes, lines } = change;
    if (end - start < 2 || comes.length === 0) return undefined;
    const [first, second] = [
      { ...change, end: start + 1, to: start + 1, comes: [] },
      { ...change, start: start + 1, from: start + 1 },
    ];
    const isClear = [first, second].every(
      (part) => countPlaces(lines, lines.slice(part.from, part.to)) === 1,
    );
    return isClear
      ? patch(
          `*** Update File: ${change.path}`,
          '@@',
          ...hunk(first),
          `*** Update File: ./${change.path}`,
          '@@',
          ...hunk(second),
        )
      : undefined;
  },
  'Delete and Add': ({ path, lines, start, end, comes }) =>
    patch(
      `*** Delete File: ${path}`,
      `*** Add File: ${path}`,
      ...[...lines.slice(0, start), ...comes, ...lines.slice(end)].map((line) => `+${line}`),
    ),
  'a fence': (change) => text('```patch', update(change, '@@', ...hunk(change)).trimEnd(), '```'),
  'a quoted path': (change) => patch(`*** Update File: \`${change.path}\``, '@@', ...hunk(change)),
  'a here-document': (change) =>
    text("apply_patch <<'EOF'", update(change, '@@', ...hunk(change)).trimEnd(), 'EOF'),
  'a unified diff': diff(fileNames, ranges),
  'a unified diff with made-up numbers': diff(fileNames, () => '-1,9 +1,9'),
  'a diff of git': diff(
    (change) => [
      `diff --git a/${change.path} b/${change.path}`,
      'index 1111111..2222222 100644',
      ...fileNames(change),
    ],
    ranges,
  ),
  'a diff in a patch': (change) => update(change, `@@ ${ranges(change)} @@`, ...hunk(change)),
  'hunks of a diff alone': diff(() => [], ranges),
  'markers with dashes and plusses': blocks('------- SEARCH', '=======', '+++++++ REPLACE'),
  'markers with another sign behind them': blocks('<<<<<<< SEARCH>', '=======', '>>>>>>> REPLACE>'),
  'other words behind the closing marker': blocks('<<<<<<< SEARCH', '=======', '>>>>>>> the end'),
  'a divider of another length': blocks('<<<<<<< ORIGINAL', '=========', '>>>>>>> UPDATED'),
  'markers of different lengths': blocks('<<<<<< SEARCH', '=======', '>>>>>>>> REPLACE'),
  'the line where it begins': (change) =>
    blocks(`<<<<<<< SEARCH\n:start_line:${change.from + 1}\n-------`, '=======', '>>>>>>> REPLACE')(change),
  'numbers and bars': numbered((number, line) => `${number} | ${line}`),
  'numbers and colons': numbered((number, line) => `${number}: ${line}`),
  'numbers and arrows': numbered((number, line) => `${String(number).padStart(6)}→${line}`),
  'numbers and tabs': numbered((number, line) => `${String(number).padStart(6)}\t${line}`),
  'numbers with a letter': numbered((number, line) => `L${number}: ${line}`),
  'fences in both parts': (change) =>
    blocks('<<<<<<< ORIGINAL\n```', '```\n=======\n```', '```\n>>>>>>> UPDATED')(change),
  'escaped quotes': (change) =>
    // Where nothing of the original shows it, nobody knows.
    original(change).some((line) => line.includes('"')) ? escapeQuotes(change) : undefined,
  entities: (change) =>
    original(change).some((line) => /[<>]/.test(line)) ? writeEntities(change) : undefined,
};

const escapeQuotes = blocks('<<<<<<< ORIGINAL', '=======', '>>>>>>> UPDATED', (line) =>
  line.replaceAll('"', '\\"'),
);
const writeEntities = blocks('<<<<<<< ORIGINAL', '=======', '>>>>>>> UPDATED', (line) =>
  line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
);

/** At how many places lines stand, indentation aside. */
export function countPlaces(lines: readonly string[], wanted: readonly string[]): number {
  return lines.filter((_, at) => wanted.every((line, offset) => lines[at + offset]?.trim() === line.trim()))
    .length;
}
