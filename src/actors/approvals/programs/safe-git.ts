import { type CheckedArguments, checkArguments } from './check-arguments.js';
import type { Program } from './program.js';
import type { Word } from '../syntax/word.js';

// Options that several commands share. Not listed: options that write (`--output`) or let git run programs of the
// configuration (`--ext-diff`, `--textconv`, `--show-signature`).
const DIFF_FLAGS = [
  '--stat',
  '--shortstat',
  '--numstat',
  '--name-only',
  '--name-status',
  '--summary',
  '--cached',
  '--staged',
  '--patch',
  '--no-patch',
  '--no-color',
  '--no-ext-diff',
  '--no-textconv',
  '--ignore-all-space',
  '--ignore-space-change',
  '--minimal',
  '--patience',
  '--histogram',
  '--check',
  '--merge-base',
];
const DIFF_VALUES = { '-U': 'number', '--unified': 'number', '--diff-filter': 'text' } as const;
const LOG_FLAGS = [
  ...DIFF_FLAGS,
  '--oneline',
  '--graph',
  '--all',
  '--decorate',
  '--no-decorate',
  '--merges',
  '--no-merges',
  '--first-parent',
  '--follow',
  '--reverse',
  '--branches',
  '--tags',
  '--abbrev-commit',
  '--date-order',
  '--topo-order',
];
const LOG_VALUES = {
  ...DIFF_VALUES,
  '-n': 'number',
  '--max-count': 'number',
  '--skip': 'number',
  '--since': 'text',
  '--until': 'text',
  '--after': 'text',
  '--before': 'text',
  '--author': 'text',
  '--grep': 'text',
  '-S': 'text',
  '-G': 'text',
  '-L': 'text',
} as const;
const OPTIONAL_VALUES = [
  '--color',
  '--word-diff',
  '--pretty',
  '--format',
  '--date',
  '--abbrev',
  '--decorate',
  '--stat',
];

/** The git commands that only read, with their safe arguments. */
export const GIT_READERS: ReadonlyMap<string, Program> = new Map<string, Program>([
  ['version', { operands: 'none' }],
  [
    'rev-parse',
    {
      flags: [
        '--show-toplevel',
        '--show-prefix',
        '--show-cdup',
        '--git-dir',
        '--abbrev-ref',
        '--verify',
        '--short',
        '--is-inside-work-tree',
        '--is-bare-repository',
        '--symbolic-full-name',
        '--absolute-git-dir',
        '--quiet',
        '-q',
      ],
      optionalValues: ['--short', '--abbrev-ref'],
      operands: 'text',
    },
  ],
  [
    'branch',
    {
      letters: 'avr',
      flags: [
        '--list',
        '--all',
        '--remotes',
        '--show-current',
        '--verbose',
        '--no-color',
        '--merged',
        '--no-merged',
      ],
      optionalValues: [
        '--format',
        '--sort',
        '--color',
        '--contains',
        '--merged',
        '--no-merged',
        '--points-at',
      ],
      operands: 'none',
    },
  ],
  ['remote', { letters: 'v', flags: ['--verbose'], operands: 'none' }],
  [
    'ls-files',
    {
      letters: 'szcdmotv',
      flags: [
        '--cached',
        '--stage',
        '--others',
        '--modified',
        '--deleted',
        '--exclude-standard',
        '--ignored',
      ],
      operands: 'path',
    },
  ],
  [
    'status',
    {
      letters: 'sbuvz',
      flags: ['--short', '--branch', '--long', '--show-stash', '--no-renames'],
      optionalValues: ['--porcelain', '--untracked-files', '--ignored'],
      operands: 'path',
    },
  ],
  [
    'diff',
    {
      letters: 'pswbMCRzu',
      flags: DIFF_FLAGS,
      optionalValues: OPTIONAL_VALUES,
      values: DIFF_VALUES,
      operands: 'path',
    },
  ],
  [
    'log',
    {
      letters: 'pswbiMCRzE',
      flags: LOG_FLAGS,
      optionalValues: OPTIONAL_VALUES,
      values: LOG_VALUES,
      hasLineCount: true,
      operands: 'path',
    },
  ],
  [
    'show',
    {
      letters: 'pswbMCRz',
      flags: LOG_FLAGS,
      optionalValues: OPTIONAL_VALUES,
      values: DIFF_VALUES,
      hasLineCount: true,
      operands: 'path',
    },
  ],
  ['shortlog', { letters: 'sne', flags: ['--all', '--no-merges'], operands: 'path' }],
  ['blame', { letters: 'wslfnetMC', values: { '-L': 'text' }, operands: 'path' }],
  ['ls-tree', { letters: 'rdtlz', flags: ['--name-only'], operands: 'path' }],
  [
    'rev-list',
    {
      flags: ['--count', '--all', '--no-merges'],
      values: { '-n': 'number', '--max-count': 'number' },
      operands: 'path',
    },
  ],
  ['show-ref', { letters: 'sdq', flags: ['--heads', '--tags', '--verify', '--head'], operands: 'text' }],
  [
    'for-each-ref',
    {
      flags: ['--ignore-case'],
      optionalValues: [
        '--format',
        '--sort',
        '--count',
        '--contains',
        '--merged',
        '--no-merged',
        '--points-at',
      ],
      operands: 'text',
    },
  ],
  [
    'merge-base',
    { letters: 'a', flags: ['--is-ancestor', '--fork-point', '--all', '--octopus'], operands: 'text' },
  ],
  ['name-rev', { flags: ['--name-only', '--tags', '--always'], operands: 'text' }],
  ['cat-file', { letters: 'ptse', operands: 'text' }],
  ['check-ignore', { letters: 'vnq', flags: ['--verbose', '--no-index'], operands: 'path' }],
  ['check-attr', { letters: 'a', operands: 'text' }],
  ['count-objects', { letters: 'vH', operands: 'none' }],
  ['cherry', { letters: 'v', operands: 'text' }],
  ['var', { operands: 'text' }],
  ['help', { letters: 'a', operands: 'none' }],
  ['diff-tree', { letters: 'rptsz', flags: [...DIFF_FLAGS, '--no-commit-id', '--root'], operands: 'path' }],
  ['diff-index', { letters: 'pz', flags: DIFF_FLAGS, operands: 'path' }],
  [
    'whatchanged',
    { letters: 'p', flags: LOG_FLAGS, values: LOG_VALUES, hasLineCount: true, operands: 'path' },
  ],
  [
    'reflog',
    {
      flags: LOG_FLAGS,
      optionalValues: OPTIONAL_VALUES,
      values: LOG_VALUES,
      hasLineCount: true,
      operands: 'none',
    },
  ],
  [
    'grep',
    {
      letters: 'EFGPivwcLlnqohHIWp',
      flags: [
        '--cached',
        '--untracked',
        '--count',
        '--ignore-case',
        '--line-number',
        '--files-with-matches',
        '--name-only',
        '--word-regexp',
        '--fixed-strings',
        '--extended-regexp',
        '--heading',
        '--break',
        '--no-color',
        '--show-function',
      ],
      optionalValues: ['--color'],
      values: { '-e': 'text', '-A': 'number', '-B': 'number', '-C': 'number', '-m': 'number' },
      patternOptions: ['-e'],
      recursive: true,
      operands: 'pattern',
    },
  ],
  ['describe', { flags: ['--tags', '--always', '--long', '--dirty', '--all'], operands: 'text' }],
]);

/** Git commands whose second word decides what they do: these only read. */
const READING_SUBCOMMANDS: ReadonlyMap<string, Program> = new Map<string, Program>([
  ['stash list', { flags: LOG_FLAGS, optionalValues: OPTIONAL_VALUES, hasLineCount: true, operands: 'none' }],
  ['stash show', { letters: 'p', flags: DIFF_FLAGS, optionalValues: ['--stat'], operands: 'text' }],
  ['worktree list', { letters: 'v', flags: ['--porcelain', '--verbose'], operands: 'none' }],
  ['reflog show', { flags: LOG_FLAGS, hasLineCount: true, values: LOG_VALUES, operands: 'text' }],
  ['reflog list', { operands: 'none' }],
  ['submodule status', { flags: ['--cached'], operands: 'path' }],
  ['remote get-url', { flags: ['--all', '--push'], operands: 'text', maxOperands: 1 }],
  ['notes list', { operands: 'text' }],
  ['notes show', { operands: 'text' }],
  ['bisect log', { operands: 'none' }],
  ['tag --list', { letters: 'n', optionalValues: ['--sort', '--format', '--contains'], operands: 'text' }],
  ['tag -l', { letters: 'n', optionalValues: ['--sort', '--format', '--contains'], operands: 'text' }],
  ['branch --list', { letters: 'arv', optionalValues: ['--sort', '--format'], operands: 'text' }],
  ['branch -l', { letters: 'arv', optionalValues: ['--sort', '--format'], operands: 'text' }],
  ['branch --contains', { letters: 'ar', operands: 'text' }],
  ['symbolic-ref --short', { operands: 'text', maxOperands: 1 }],
  ['config get', { flags: ['--all', '--show-origin'], operands: 'text', maxOperands: 1 }],
  ['config list', { flags: ['--show-origin', '--show-scope', '--local', '--global'], operands: 'none' }],
]);

// With one of these, `git config` reads.
const CONFIG_READ = /^(?:--get|--get-all|--get-regexp|--list|-l)$/;
const CONFIG: Program = {
  letters: 'lz',
  flags: [
    '--get',
    '--get-all',
    '--get-regexp',
    '--list',
    '--local',
    '--global',
    '--show-origin',
    '--show-scope',
    '--name-only',
    '--bool',
    '--int',
  ],
  operands: 'text',
};

// `git tag` without a name, and `git symbolic-ref` with one, only print.
const TAG: Program = { letters: 'n', optionalValues: ['--sort', '--format', '--contains'], operands: 'none' };
const SYMBOLIC_REF: Program = { letters: 'q', operands: 'text', maxOperands: 1 };

// Settings that only choose colours, or print without a pager.
const HARMLESS_SETTING = /^(?:color\.\w+=\w+|core\.quote[pP]ath=\w+|core\.pager=cat|log\.\w+=\w+)$/;

/** A call of git, read up to its command. */
interface GitCall {
  /** The words from the command on. */
  readonly words: readonly Word[];
  /** The folders of `-C`, each relative to the one before. */
  readonly folders: readonly Word[];
  /** The first global option that may make git run programs or use another repository. */
  readonly option?: string;
}

/** Reads the global options of a call of git. */
export function readGitCall(args: readonly Word[]): GitCall {
  const folders: Word[] = [];
  let index = 0;
  for (; index < args.length; index++) {
    const value = args[index]?.value;
    const next = args[index + 1];
    if (value === undefined || !value.startsWith('-')) break;
    if (value === '-C' && next !== undefined) {
      folders.push(next);
      index += 1;
    } else if (value === '-c' && HARMLESS_SETTING.test(next?.value ?? '')) index += 1;
    else if (value !== '--no-pager' && value !== '--no-optional-locks' && value !== '--literal-pathspecs')
      return { words: args.slice(index), folders, option: value };
  }
  return { words: args.slice(index), folders };
}

/** Checks a call of git. */
export function checkGit(args: readonly Word[]): CheckedArguments {
  const { words, folders, option } = readGitCall(args);
  const [command, ...others] = words;
  const name = command?.value;
  if (option === '--version' && args.length === 1) return { paths: [], problem: undefined };
  if (option !== undefined)
    return { paths: [], problem: `gets the option ${option}, which may run programs` };
  if (name === undefined)
    return { paths: [], problem: 'is called with a command that is not known before it runs' };
  const checked = checkCommand(name, others);
  if (checked === undefined)
    return { paths: [], problem: GIT_DANGERS.get(name) ?? 'may change the repository' };
  // Later folders are relative to the first, and so are the files.
  if (folders.length > 0 && checked.paths.some(({ value = '' }) => value.includes('..')))
    return { ...checked, problem: 'names files that are relative to another folder' };
  return { ...checked, paths: [...folders.slice(0, 1), ...checked.paths] };
}

/** Whether the arguments are the name of one setting, which is then printed. */
function isSettingName(args: readonly Word[]): boolean {
  return args.length === 1 && /^[A-Za-z][\w-]*(?:\.[\w-]+)+$/.test(args[0]?.value ?? '');
}

function checkCommand(name: string, args: readonly Word[]): CheckedArguments | undefined {
  const sub = READING_SUBCOMMANDS.get(`${name} ${args[0]?.value ?? ''}`);
  if (sub !== undefined) return checkArguments(sub, args.slice(1));
  const program =
    name === 'config' && (args.some(({ value = '' }) => CONFIG_READ.test(value)) || isSettingName(args))
      ? CONFIG
      : name === 'tag'
        ? TAG
        : name === 'symbolic-ref'
          ? SYMBOLIC_REF
          : GIT_READERS.get(name);
  return program && checkArguments(program, args);
}

const GIT_DANGERS: ReadonlyMap<string, string> = new Map([
  ['clone', 'downloads'],
  ['fetch', 'downloads'],
  ['pull', 'downloads and changes files'],
  ['push', 'sends commits to another machine'],
  ['submodule', 'may download and run programs'],
  ['checkout', 'changes files'],
  ['switch', 'changes files'],
  ['restore', 'changes files'],
  ['reset', 'changes files'],
  ['clean', 'deletes files'],
  ['rm', 'deletes files'],
  ['grep', 'may run programs'],
  ['bisect', 'may run programs'],
  ['config', 'may change what git runs'],
]);
