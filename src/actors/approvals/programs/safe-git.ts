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

/** Commands that run no other program, wherever they are called. */
const PLAIN: ReadonlyMap<string, Program> = new Map<string, Program>([
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
      ],
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
      optionalValues: ['--format', '--sort', '--color'],
      operands: 'none',
    },
  ],
  ['remote', { letters: 'v', flags: ['--verbose'], operands: 'none' }],
  ['ls-files', { letters: 'sz', flags: ['--cached', '--stage'], operands: 'path' }],
]);

/** Commands that may run programs of the repository's configuration: a file watcher, a filter, a signature checker. */
const CONFIGURED: ReadonlyMap<string, Program> = new Map<string, Program>([
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
  ['describe', { flags: ['--tags', '--always', '--long', '--dirty', '--all'], operands: 'text' }],
]);

/** The git commands that only read, with their safe arguments. */
export const GIT_READERS: ReadonlyMap<string, Program> = new Map([...PLAIN, ...CONFIGURED]);

/** Judges a call of git. In a sandbox more calls are safe: the programs that they may run cannot do harm outside it. */
export function checkGit(args: readonly Word[], isSandboxed: boolean): CheckedArguments {
  // The one global option that affects only where the text goes.
  const rest = args[0]?.value === '--no-pager' ? args.slice(1) : args;
  const [command, ...others] = rest;
  const name = command?.value;
  if (name === '--version' && others.length === 0) return { paths: [], problem: undefined };
  if (name === undefined)
    return { paths: [], problem: 'is called with a command that is not known before it runs' };
  const program = GIT_READERS.get(name);
  if (program === undefined)
    return {
      paths: [],
      problem: name.startsWith('-')
        ? `gets the option ${name}, which may run programs`
        : (GIT_DANGERS.get(name) ?? 'may change the repository'),
    };
  const checked = checkArguments(program, others);
  if (checked.problem === undefined && !isSandboxed && CONFIGURED.has(name))
    return {
      ...checked,
      problem: 'may run programs that the configuration of the repository names, and there is no sandbox',
    };
  return checked;
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
