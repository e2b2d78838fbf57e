import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface TreeOptions {
  /** The same seed makes the same tree. Shape: a 32-bit integer. */
  readonly seed: number;
  /** Files outside of junk folders; a few of them are left out by a rule all the same. */
  readonly files: number;
  /** Files in folders that rules leave out as a whole: `node_modules`, `dist` and the like. Default: 0.4 x `files`. */
  readonly junkFiles?: number;
  /** One folder in so many has rules of its own. Default 20: three times as often as usual, to be hard on rules. */
  readonly foldersPerIgnoreFile?: number;
  /** Folders deeper than this get rarer by half with each level. Default: they do not, to be hard on paths. */
  readonly usualDepth?: number;
  /** Files that are named as many others are, like `index.ts`. Default 0: nearly every name is the only one. */
  readonly commonNameShare?: number;
}

export interface Tree {
  /** Paths of the files outside of junk folders, `.gitignore` files included. */
  readonly files: readonly string[];
  readonly directories: number;
  readonly ignoreFiles: number;
  readonly junkFiles: number;
}

export const FOLDERS =
  'api app auth billing cache cli client common config core data db docs editor engine events examples export fixtures forms graph handlers hooks i18n icons import index jobs layout legacy lib locale mail menu metrics middleware models modules net notes orders pages parser payments plugins policy proto queue render reports routes scripts search server services session shared store styles tasks templates test theme tools types ui user vendor views widgets workers'.split(
    ' ',
  );
export const WORDS =
  'account action adapter alert array async audit badge batch binary block buffer button cache card cart channel chart chunk client color column command context cookie cursor date decoder delta device dialog diff driver edge encoder entry error event factory feature field file filter flag footer format frame graph grid group handle hash header helper hook icon image index input item iterator job key label layer layout lexer line link list loader lock log map mapper matcher menu message meta metric mode model module mutex node number object observer option order page pane panel parser path payload point policy pool port price printer process profile promise proxy query queue range reader record reducer region report request resolver response result role route rule scanner schema scope score search segment selector sender series session shape sheet signal slice socket source span stack state step store stream string style symbol table tag target task template text theme thread ticket timer token tool trace tree trigger tuple type union unit user value vector version view walker watcher widget window worker writer zone'.split(
    ' ',
  );
const EXTENSIONS =
  'ts ts ts ts tsx tsx js js json md css py py go rs c h java yml html svg txt log tmp map'.split(' ');
// Names that real repositories repeat.
const COMMON_NAMES =
  'index.ts index.ts index.js package.json README.md Makefile Makefile Kconfig main.c types.ts __init__.py mod.rs lib.rs index.test.ts styles.css tsconfig.json setup.py main.go CMakeLists.txt config.json utils.ts'.split(
    ' ',
  );
const JUNK = ['node_modules', 'dist', 'build', 'target', 'coverage', '__pycache__', '.cache'];
// Names that a careless program trips over; git and the file system take them all.
const ODD_NAMES = [
  'with space.ts',
  'ünïcode.md',
  '日本語.txt',
  'emoji-🎭.ts',
  '#hash.ts',
  '!bang.md',
  'a[b].c',
  '.hidden',
  'tab\there.txt',
  'line\nfeed.txt',
  'trailing ',
  '-dash.js',
  'back\\slash.c',
];

// Deep enough for real repositories; deeper ones are a matter of tests of their own.
const MAX_DEPTH = 12;
// Real repositories hold about eight files in a folder: 163,000 in 20,237.
const FILES_PER_FOLDER = 8;
const FOLDERS_PER_IGNORE_FILE = 20;
const ODD_NAME_CHANCE = 0.002;
const TOP_FOLDERS = 8;
const NEWEST_FOLDERS = 50;
const MAX_RULES = 6;

/** The root's rules, as a real project has them. */
const ROOT_RULES = [
  '# Made by the build',
  'node_modules/',
  '/dist',
  'dist/',
  'build',
  'target/',
  'coverage/',
  '__pycache__/',
  '.cache',
  '',
  '*.log',
  '!important.log',
  '*.tmp',
  '/docs/**/*.map',
];

/** Writes a source tree with nested and negated `.gitignore` files below an existing, empty directory. */
export function makeTree(directory: string, options: TreeOptions): Tree {
  const {
    foldersPerIgnoreFile = FOLDERS_PER_IGNORE_FILE,
    usualDepth = MAX_DEPTH,
    commonNameShare = 0,
  } = options;
  const random = createRandom(options.seed);
  const folders = growFolders(random, Math.ceil(options.files / FILES_PER_FOLDER), usualDepth);
  const files: string[] = [];
  const write = (path: string, text: string): void => {
    writeFileSync(join(directory, path), text);
    files.push(path);
  };
  write('.gitignore', `${ROOT_RULES.join('\n')}\n`);

  let ignoreFiles = 1;
  let foldersLeft = folders.size;
  // Folder by folder: a disk takes ten times as long when they come in any order.
  for (const [folder, subfolders] of folders) {
    mkdirSync(join(directory, folder));
    foldersLeft -= 1;
    const filesLeft = options.files - files.length;
    const share = foldersLeft === 0 ? filesLeft : Math.min(filesLeft, random.below(2 * FILES_PER_FOLDER + 1));
    const names = new Set(subfolders);
    while (names.size < subfolders.length + share)
      names.add(
        random.chance(ODD_NAME_CHANCE)
          ? random.pick(ODD_NAMES)
          : commonNameShare > 0 && random.chance(commonNameShare)
            ? random.pick(COMMON_NAMES)
            : fileName(random),
      );
    const fileNames = [...names].slice(subfolders.length);
    if (share > 0 && random.below(foldersPerIgnoreFile) === 0) {
      fileNames.pop();
      write(`${folder}/.gitignore`, ignoreText(random, [...subfolders, ...fileNames]));
      ignoreFiles += 1;
    }
    for (const name of fileNames)
      write(`${folder}/${name}`, `export const ${random.pick(WORDS)} = ${random.below(1000)};\n`);
  }

  const junkFiles = options.junkFiles ?? Math.floor(options.files * 0.4);
  const junkFolders = writeJunk(directory, [...folders.keys()], junkFiles, random);
  return { files, directories: folders.size + junkFolders, ignoreFiles, junkFiles };
}

/** Paths of folders, parents before their children, each with the names of the folders in it. */
function growFolders(
  random: Random,
  count: number,
  usualDepth: number,
): ReadonlyMap<string, readonly string[]> {
  const paths: string[] = [];
  const folders = new Map<string, string[]>();
  while (folders.size < count) {
    const isTop = paths.length < TOP_FOLDERS;
    // Half of them go below one of the newest: that makes depth, as packages and their features do.
    const parent = isTop ? '' : random.pick(random.chance(0.5) ? paths.slice(-NEWEST_FOLDERS) : paths);
    const depth = isTop ? 1 : parent.split('/').length + 1;
    if (depth > MAX_DEPTH || (depth > usualDepth && !random.chance(0.5 ** (depth - usualDepth)))) continue;
    const name = random.chance(0.2) ? `${random.pick(FOLDERS)}-${random.pick(WORDS)}` : random.pick(FOLDERS);
    const path = isTop ? name : `${parent}/${name}`;
    if (folders.has(path)) continue;
    paths.push(path);
    folders.set(path, []);
    if (!isTop) folders.get(parent)?.push(name);
  }
  return folders;
}

/** A name of two or three words, as one of three styles writes it. */
export function fileName(random: Random): string {
  const words = [random.pick(WORDS), random.pick(WORDS), ...(random.chance(0.3) ? [random.pick(WORDS)] : [])];
  const extension = random.pick(EXTENSIONS);
  const style = random.below(10);
  const stem =
    style < 5
      ? words.join('-')
      : style < 7
        ? words.join('_')
        : words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return `${stem}${random.chance(0.15) ? '.test' : ''}.${extension}`;
}

/** Rules made of the names that they stand beside, so that they decide something. */
function ignoreText(random: Random, names: readonly string[]): string {
  const lines = Array.from({ length: 1 + random.below(MAX_RULES) }, () => ignoreRule(random, names));
  const end = random.chance(0.1) ? '\r\n' : '\n';
  return lines.join(end) + (random.chance(0.9) ? end : '');
}

function ignoreRule(random: Random, names: readonly string[]): string {
  const name = names.length === 0 ? random.pick(WORDS) : random.pick(names);
  const extension = random.pick(EXTENSIONS);
  const rules = [
    name,
    `/${name}`,
    `${name}/`,
    `**/${name}`,
    `!${name}`,
    `!/${name}`,
    `*.${extension}`,
    `!*.${extension}`,
    `/*.${extension}`,
    `${name.slice(0, 2)}*`,
    `?${name.slice(1)}`,
    `[a-f]*.${extension}`,
    `[!a-m]*.${extension}`,
    `${random.pick(FOLDERS)}/**/*.${extension}`,
    `${random.pick(FOLDERS)}/**`,
    `${random.pick(FOLDERS)}/*\n!${random.pick(FOLDERS)}/*.ts`,
    `/${random.pick(FOLDERS)}/${random.pick(FOLDERS)}`,
    `${random.pick(WORDS)}-*.${extension}  `,
    `# ${name}`,
    `\\${name}`,
    '',
  ];
  return random.pick(rules);
}

/** Fills folders that the root's rules leave out. Returns how many it made. */
function writeJunk(directory: string, folders: readonly string[], count: number, random: Random): number {
  const made = new Set<string>();
  let written = 0;
  while (written < count) {
    const parent = random.chance(0.5) ? '' : `${random.pick(folders)}/`;
    const folder = `${parent}${random.pick(JUNK)}/${random.pick(WORDS)}-${random.pick(WORDS)}/lib`;
    if (made.has(folder)) continue;
    made.add(folder);
    mkdirSync(join(directory, folder), { recursive: true });
    for (let i = random.below(20); i >= 0 && written < count; i -= 1, written += 1)
      writeFileSync(join(directory, folder, `${random.pick(WORDS)}-${i}.js`), 'module.exports = 1;\n');
  }
  return made.size;
}

export interface Random {
  /** A whole number from 0 up to, not including, `limit`. */
  below(limit: number): number;
  chance(probability: number): boolean;
  /** One of at least one. */
  pick<T>(from: readonly T[]): T;
}

/** mulberry32: 32 bits of state are plenty for names. */
export function createRandom(seed: number): Random {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    chance: (probability) => next() < probability,
    pick<T>(from: readonly T[]): T {
      return from[below(from.length)] as T;
    },
  };
}
