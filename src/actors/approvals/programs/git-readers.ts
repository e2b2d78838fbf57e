import { DIFF_OPTIONS, LOG_OPTIONS } from './git-diff-options.js';
import type { ProgramSpec } from './program-spec.js';

function list(names: string): readonly string[] {
  return names.trim().split(/\s+/);
}

const DIFF: ProgramSpec = { ...DIFF_OPTIONS, operands: 'path' };
const LOG: ProgramSpec = { ...LOG_OPTIONS, operands: 'path' };

// Options that choose references and print them.
const REFERENCE_VALUES = {
  '--format': 'text',
  '--sort': 'text',
  '--contains': 'text',
  '--no-contains': 'text',
  '--merged': 'text',
  '--no-merged': 'text',
  '--points-at': 'text',
} as const;
const REFERENCE_FLAGS = list('--list --ignore-case --no-color --color --column --no-column --omit-empty');
const REFERENCE_OPTIONALS = list('--color --column --abbrev');

// There `-n` sorts by numbers.
const { '-n': _, ...SHORTLOG_VALUES } = LOG_OPTIONS.values;

/** The git commands that only read, with their safe arguments. Sources: the manual page of each. */
export const GIT_READERS: ReadonlyMap<string, ProgramSpec> = new Map<string, ProgramSpec>([
  ['version', { flags: ['--build-options'], operands: 'none' }],
  [
    'rev-parse',
    {
      flags: list(`
        --show-toplevel --show-prefix --show-cdup --git-dir --git-common-dir --absolute-git-dir --abbrev-ref --verify --short
        --is-inside-work-tree --is-inside-git-dir --is-bare-repository --is-shallow-repository --symbolic
        --symbolic-full-name --show-superproject-working-tree --show-object-format --show-ref-format --shared-index-path
        --local-env-vars --all --branches --tags --remotes --not --sq --revs-only --no-revs --no-flags --flags --quiet -q
      `),
      optionalValues: list(
        '--short --abbrev-ref --path-format --branches --tags --remotes --since --until --after --before --show-object-format',
      ),
      values: { '--git-path': 'text', '--default': 'text', '--glob': 'text', '--exclude': 'text' },
      operands: 'text',
    },
  ],
  [
    'branch',
    {
      letters: 'avri',
      flags: [...REFERENCE_FLAGS, ...list('--all --remotes --show-current --verbose --merged --no-merged')],
      optionalValues: [
        ...REFERENCE_OPTIONALS,
        ...list('--contains --no-contains --merged --no-merged --points-at'),
      ],
      values: { '--format': 'text', '--sort': 'text' },
      operands: 'none',
    },
  ],
  ['remote', { letters: 'v', flags: ['--verbose'], operands: 'none' }],
  [
    'ls-files',
    {
      letters: 'szcdmotvfuki',
      flags: list(`
        --cached --stage --others --modified --deleted --exclude-standard --ignored --killed --unmerged --directory
        --no-empty-directory --eol --deduplicate --full-name --error-unmatch --sparse --abbrev --debug
      `),
      optionalValues: list('--abbrev --format'),
      values: {
        '-x': 'text',
        '--exclude': 'text',
        '-X': 'path',
        '--exclude-from': 'path',
        '--exclude-per-directory': 'text',
        '--with-tree': 'text',
      },
      operands: 'path',
    },
  ],
  [
    'status',
    {
      letters: 'sbvz',
      optionalLetters: 'uM',
      flags: list(`
        --short --branch --long --show-stash --no-show-stash --no-renames --renames --porcelain --untracked-files --ignored
        --verbose --ahead-behind --no-ahead-behind --column --no-column --null --ignore-submodules --find-renames
      `),
      optionalValues: list(
        '--porcelain --untracked-files --ignored --column --ignore-submodules --find-renames',
      ),
      operands: 'path',
    },
  ],
  ['diff', DIFF],
  ['log', LOG],
  ['show', LOG],
  ['whatchanged', LOG],
  ['reflog', { ...LOG_OPTIONS, operands: 'none' }],
  [
    'shortlog',
    {
      ...LOG_OPTIONS,
      letters: 'snec',
      optionalLetters: 'w',
      flags: [...LOG_OPTIONS.flags, ...list('--numbered --summary --email')],
      values: { ...SHORTLOG_VALUES, '--group': 'text' },
      operands: 'path',
    },
  ],
  [
    'rev-list',
    {
      ...LOG_OPTIONS,
      flags: [
        ...LOG_OPTIONS.flags,
        ...list('--count --timestamp --objects --objects-edge --disk-usage --header'),
      ],
      values: { ...LOG_OPTIONS.values, '--max-age': 'number', '--min-age': 'number' },
      operands: 'path',
    },
  ],
  ['range-diff', { ...LOG_OPTIONS, operands: 'text' }],
  [
    'blame',
    {
      letters: 'wslfnetcbp',
      optionalLetters: 'MC',
      flags: list(`
        --root --show-stats --porcelain --line-porcelain --incremental --score-debug --show-name --show-number --show-email
        --first-parent --progress --no-progress --color-lines --color-by-age --reverse --minimal
      `),
      optionalValues: list('--abbrev'),
      values: {
        '-L': 'text',
        '--since': 'text',
        '--date': 'text',
        '--encoding': 'text',
        '--ignore-rev': 'text',
        '--ignore-revs-file': 'path',
        '--contents': 'path',
        '-S': 'path',
      },
      operands: 'path',
    },
  ],
  [
    'ls-tree',
    {
      letters: 'rdtlz',
      flags: list('--name-only --name-status --object-only --long --full-name --full-tree --abbrev'),
      optionalValues: list('--abbrev --format'),
      operands: 'path',
    },
  ],
  [
    'show-ref',
    {
      letters: 'sdq',
      flags: list('--heads --branches --tags --verify --exists --head --dereference --hash --abbrev --quiet'),
      optionalValues: list('--hash --abbrev'),
      operands: 'text',
    },
  ],
  [
    'show-branch',
    {
      letters: 'ar',
      optionalLetters: 'g',
      flags: list(`
        --all --remotes --current --topo-order --date-order --sparse --list --merge-base --independent --no-name --sha1-name
        --topics --color --no-color
      `),
      optionalValues: list('--more --color --reflog'),
      operands: 'text',
    },
  ],
  [
    'for-each-ref',
    {
      flags: list('--ignore-case --omit-empty --color'),
      optionalValues: list('--color'),
      values: { ...REFERENCE_VALUES, '--count': 'number', '--exclude': 'text' },
      operands: 'text',
    },
  ],
  [
    'merge-base',
    {
      letters: 'a',
      flags: list('--is-ancestor --fork-point --all --octopus --independent'),
      operands: 'text',
    },
  ],
  [
    'name-rev',
    {
      flags: list('--name-only --tags --always --all --undefined --no-undefined'),
      values: { '--refs': 'text', '--exclude': 'text' },
      operands: 'text',
    },
  ],
  ['cat-file', { letters: 'ptse', operands: 'text' }],
  [
    'check-ignore',
    { letters: 'vnq', flags: list('--verbose --no-index --non-matching --quiet'), operands: 'path' },
  ],
  ['check-attr', { letters: 'a', flags: list('--all --cached'), operands: 'text' }],
  ['count-objects', { letters: 'vH', flags: list('--verbose --human-readable'), operands: 'none' }],
  [
    'fsck',
    {
      flags: list(`
        --full --no-full --strict --verbose --dangling --no-dangling --unreachable --root --tags --cache --no-reflogs
        --connectivity-only --progress --no-progress --name-objects
      `),
      operands: 'none',
    },
  ],
  ['cherry', { letters: 'v', optionalValues: list('--abbrev'), operands: 'text' }],
  ['var', { letters: 'l', operands: 'text' }],
  ['help', { letters: 'ag', flags: list('--all --guides --no-external-commands'), operands: 'none' }],
  [
    'diff-tree',
    { ...LOG_OPTIONS, flags: [...LOG_OPTIONS.flags, '--no-commit-id', '--root'], operands: 'path' },
  ],
  ['diff-index', DIFF],
  ['diff-files', DIFF],
  [
    'grep',
    {
      letters: 'EFGPivwcLlnqohHIWpazr',
      flags: list(`
        --cached --untracked --text --count --ignore-case --invert-match --line-number --column --files-with-matches
        --files-without-match --name-only --null --only-matching --word-regexp --fixed-strings --extended-regexp
        --basic-regexp --perl-regexp --heading --break --color --no-color --show-function --function-context --quiet
        --full-name --recursive --no-recursive --exclude-standard --no-exclude-standard --and --or --not --all-match
      `),
      optionalValues: list('--color'),
      values: {
        '-e': 'text',
        '-f': 'path',
        '-A': 'number',
        '--after-context': 'number',
        '-B': 'number',
        '--before-context': 'number',
        '-C': 'number',
        '--context': 'number',
        '-m': 'number',
        '--max-count': 'number',
        '--max-depth': 'number',
        '--threads': 'number',
      },
      patternOptions: ['-e', '-f'],
      hasLineCount: true,
      recursive: true,
      operands: 'pattern',
    },
  ],
  [
    'describe',
    {
      flags: list(
        '--tags --always --long --dirty --broken --all --contains --exact-match --first-parent --debug',
      ),
      optionalValues: list('--dirty --broken --abbrev --candidates'),
      values: { '--match': 'text', '--exclude': 'text' },
      operands: 'text',
    },
  ],
]);

const TAG_LIST: ProgramSpec = {
  letters: 'il',
  optionalLetters: 'n',
  flags: [...REFERENCE_FLAGS, ...list('--contains --no-contains --merged --no-merged --points-at')],
  optionalValues: REFERENCE_OPTIONALS,
  values: REFERENCE_VALUES,
  operands: 'text',
};

const BRANCH_LIST: ProgramSpec = {
  letters: 'avril',
  flags: [...REFERENCE_FLAGS, ...list('--all --remotes --verbose')],
  optionalValues: REFERENCE_OPTIONALS,
  values: REFERENCE_VALUES,
  operands: 'text',
};

/** Git commands whose second word decides what they do: these only read. */
const READING_SUBCOMMANDS: ReadonlyMap<string, ProgramSpec> = new Map<string, ProgramSpec>([
  ['stash list', { ...LOG_OPTIONS, operands: 'none' }],
  [
    'stash show',
    {
      ...DIFF_OPTIONS,
      flags: [...DIFF_OPTIONS.flags, '--include-untracked', '--only-untracked'],
      operands: 'text',
    },
  ],
  ['worktree list', { letters: 'vz', flags: ['--porcelain', '--verbose'], operands: 'none' }],
  ['reflog show', { ...LOG_OPTIONS, operands: 'text' }],
  ['reflog list', { operands: 'none' }],
  ['reflog exists', { operands: 'text' }],
  ['submodule status', { flags: ['--cached'], operands: 'path' }],
  ['remote get-url', { flags: ['--all', '--push'], operands: 'text', maxOperands: 1 }],
  ['remote show', { operands: 'none' }],
  ['notes list', { operands: 'text' }],
  ['notes show', { operands: 'text' }],
  ['bisect log', { operands: 'none' }],
  ['symbolic-ref --short', { operands: 'text', maxOperands: 1 }],
  [
    'config get',
    {
      flags: list('--all --show-origin --show-scope --show-names --local --global --system --worktree'),
      values: { '--type': 'text', '--default': 'text' },
      operands: 'text',
      maxOperands: 1,
    },
  ],
  [
    'config list',
    {
      letters: 'z',
      flags: list('--show-origin --show-scope --local --global --system --worktree --name-only --null'),
      operands: 'none',
    },
  ],
]);

// With one of these, `git config` reads.
const CONFIG_READ = /^(?:--get|--get-all|--get-regexp|--get-urlmatch|--list|-l)$/;
const CONFIG: ProgramSpec = {
  letters: 'lz',
  flags: list(`
    --get --get-all --get-regexp --get-urlmatch --list --local --global --system --worktree --show-origin --show-scope
    --name-only --null --bool --int --path --includes --no-includes
  `),
  values: { '--type': 'text', '--default': 'text', '-f': 'path', '--file': 'path', '--blob': 'text' },
  operands: 'text',
};

// With one of these, `git branch` and `git tag` list: a name that follows is a pattern.
const LISTS = /^(?:--list|-l|--(?:no-)?(?:contains|merged)(?:=.*)?|--points-at(?:=.*)?)$/;

// `git tag` without a name, and `git symbolic-ref` with one, only print.
const TAG: ProgramSpec = { ...TAG_LIST, operands: 'none' };
const SYMBOLIC_REF: ProgramSpec = { letters: 'q', operands: 'text', maxOperands: 1 };

/**
 * The safe arguments of a git command, and how many words its name has; `undefined` when it is not known to only read.
 * @param args Its words after the command, where they are known.
 */
export function findGitReader(
  name: string,
  args: readonly string[],
): { readonly program: ProgramSpec; readonly nameWords: 1 | 2 } | undefined {
  const sub = READING_SUBCOMMANDS.get(`${name} ${args[0] ?? ''}`);
  if (sub !== undefined) return { program: sub, nameWords: 2 };
  const program = findOneWord(name, args);
  return program === undefined ? undefined : { program, nameWords: 1 };
}

function findOneWord(name: string, args: readonly string[]): ProgramSpec | undefined {
  const lists = isListing(args);
  if (name === 'config' && (args.some((value) => CONFIG_READ.test(value)) || isSettingName(args)))
    return CONFIG;
  // Alone it prints their state.
  if (name === 'submodule' && args.length === 0) return { operands: 'none' };
  if (name === 'tag') return lists ? TAG_LIST : TAG;
  if (name === 'branch' && lists && args.some((value) => !value.startsWith('-'))) return BRANCH_LIST;
  return name === 'symbolic-ref' ? SYMBOLIC_REF : GIT_READERS.get(name);
}

/** Whether one of these options is there as such, and not as the value of another one or behind `--`. */
function isListing(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return (end < 0 ? args : args.slice(0, end)).some(
    (value, index) => LISTS.test(value) && !Object.hasOwn(REFERENCE_VALUES, args[index - 1] ?? ''),
  );
}

/** Whether the arguments are the name of one setting, which is then printed. */
function isSettingName(args: readonly string[]): boolean {
  return args.length === 1 && /^[A-Za-z][\w-]*(?:\.[\w-]+)+$/.test(args[0] ?? '');
}
