import * as fc from 'fast-check';

/** Rules made up at random, and paths to judge by them. */
export interface World {
  readonly entries: readonly WorldEntry[];
  /** `.gitignore` texts by directory. */
  readonly ruleTexts: ReadonlyMap<string, string>;
  readonly infoExclude: string;
  readonly globalExcludes: string;
}

export interface WorldEntry {
  readonly path: string;
  readonly isDir: boolean;
}

// Few and alike, so that patterns often match; odd, so that every escape is needed.
const NAMES = [
  ...'a b ab aab abc A foo foo.o foo.c a.b.c x.log build build2 .hid - é É.log 日本 😀 aé'.split(' '),
  ...'#x !y [z] a*b a? b\\ \\ ] ^'.split(' '),
  ' a',
  'a ',
  'a b',
  'a\nb',
];
const name = fc.constantFrom(...NAMES);

// Every sign that means something to git, and the ways to write it wrong.
const SIGNS = [
  ...'* * * ** ** *** ? / / / **/ /** /* */ \\ \\* \\/ . .log .o ! # a*b *a*b *.?'.split(' '),
  ...'[ab] [!a] [^a] [a-c] [c-a] []] []-a] [!]a] [[:alpha:]] [[:upper:]] [![:punct:]] [[:nope:]]'.split(' '),
  ...'[ [a ] [/] [a/b] [\\]] [a\\-c] [é] [[] [[:a]'.split(' '),
  '\\ ',
  ' ',
  '\r',
  '\t',
];

const quoted = name.map((text) => text.replace(/[\\*?[]/g, '\\$&'));
const sign = fc.constantFrom(...SIGNS);
const piece = fc.oneof(
  { weight: 6, arbitrary: quoted },
  { weight: 2, arbitrary: name },
  { weight: 7, arbitrary: sign },
);
const soup = fc.array(piece, { minLength: 1, maxLength: 5 }).map((pieces) => pieces.join(''));

const part = fc.oneof(
  { weight: 5, arbitrary: name },
  { weight: 2, arbitrary: fc.constantFrom('*', '**', '?', 'a*', '*b', '*.*', 'f?o*') },
);
const sensible = fc
  .tuple(
    fc.constantFrom('', '', '', '!', '!', '/', '!/', '**/', '/**/', '\\'),
    fc.array(part, { minLength: 1, maxLength: 3 }),
    fc.constantFrom('', '', '', '/', ' ', '/ ', '\r', '*', '/*', '/**', '/**/'),
  )
  .map(([start, parts, end]) => start + parts.join('/') + end);

const bare = fc.constantFrom('', '   ', ...'#comment / ! // * !* !*/ /* !/a \\ ** # !! /**'.split(' '));

/** One line of a `.gitignore`, valid or not. */
export const patterns = fc
  .oneof(
    { weight: 5, arbitrary: sensible },
    { weight: 4, arbitrary: soup },
    { weight: 2, arbitrary: soup.map((text) => `!${text}`) },
    { weight: 1, arbitrary: bare },
  )
  .map((line) => line.replaceAll('\n', '?'));

const ruleText = fc
  .tuple(
    fc.constantFrom('', '', '', '\uFEFF'),
    fc.array(patterns, { maxLength: 8 }),
    fc.constantFrom('\n', '\n', '\r\n'),
    fc.constantFrom('', '\n', '\r'),
  )
  .map(([start, lines, lineEnd, end]) => start + lines.join(lineEnd) + end);

export const paths = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'));

// Creating a directory takes a hundred times as long as judging it, so all worlds share these.
const DIRECTORY_SEED = 1;
const DIRECTORY_COUNT = 150;

/** The directories of every world. git sees that they are directories only if they exist; files need not. */
export const DIRECTORIES: readonly string[] = [
  ...new Set(fc.sample(paths, { seed: DIRECTORY_SEED, numRuns: DIRECTORY_COUNT }).flatMap(withAncestors)),
];

const filePaths = fc
  .array(fc.tuple(fc.constantFrom('', ...DIRECTORIES), name), { minLength: 200, maxLength: 200 })
  .map(
    (pairs) => new Set(pairs.map(([directory, name]) => (directory === '' ? name : `${directory}/${name}`))),
  );

export const worlds: fc.Arbitrary<World> = fc
  .tuple(
    filePaths,
    fc.array(fc.tuple(fc.constantFrom('', '', ...DIRECTORIES), ruleText), { minLength: 1, maxLength: 8 }),
    ruleText,
    ruleText,
  )
  .map(([filePaths, ruleTexts, infoExclude, globalExcludes]) => ({
    ruleTexts: new Map(ruleTexts),
    infoExclude,
    globalExcludes,
    entries: entriesOf(filePaths),
  }));

/** Every directory, and those of the paths that are none. */
function entriesOf(filePaths: Iterable<string>): WorldEntry[] {
  const directories = new Set(DIRECTORIES);
  const files = [...filePaths].filter((path) => !directories.has(path));
  return [
    ...DIRECTORIES.map((path) => ({ path, isDir: true })),
    ...files.map((path) => ({ path, isDir: false })),
  ];
}

function withAncestors(path: string): string[] {
  const names = path.split('/');
  return names.map((_, index) => names.slice(0, index + 1).join('/'));
}
