import type { ProgramSpec } from './program-spec.js';
import { GIT_READERS } from './git-readers.js';
import type { Word } from '../syntax/word.js';

/** A use of a program that a rule can allow by its prefix. */
interface KnownUse {
  /** The prefix, as rules store it. */
  readonly prefix: readonly string[];
  /** Arguments that keep to this use: no other target, and no option that runs another program. */
  readonly rest: ProgramSpec;
}

const RUNS_MORE = 'run another program';

// Options of test runners, compilers and checkers that select files or format the report. Not listed: options that
// load code (`--import`, `--require`, `--config`, a reporter by its path) or pass options on to node (`--execArgv`).
const JS_TOOL: ProgramSpec = {
  unlistedEffect: RUNS_MORE,
  letters: 'biuvw',
  flags: [
    '--run',
    '--watch',
    '--no-watch',
    '--watch=false',
    '--ui=false',
    '--coverage',
    '--no-coverage',
    '--update',
    '--silent',
    '--quiet',
    '--verbose',
    '--ci',
    '--runInBand',
    '--passWithNoTests',
    '--changed',
    '--onlyChanged',
    '--onlyFailures',
    '--forceExit',
    '--detectOpenHandles',
    '--json',
    '--color',
    '--no-color',
    '--typecheck',
    '--headed',
    '--noEmit',
    '--skipLibCheck',
    '--strict',
    '--build',
    '--check',
    '--write',
    '--fix',
    '--cache',
    '--no-cache',
    '--list-different',
    '--deny-warnings',
    '--reporter=basic',
    '--reporter=default',
    '--reporter=dot',
    '--reporter=json',
    '--reporter=line',
    '--reporter=list',
    '--reporter=spec',
    '--reporter=tap',
    '--reporter=verbose',
  ],
  values: {
    '-t': 'text',
    '--testNamePattern': 'text',
    '--testPathPattern': 'text',
    '-g': 'text',
    '--grep': 'text',
    '-p': 'path',
    '--project': 'text',
    '--shard': 'text',
    '--bail': 'number',
    '--retry': 'number',
    '--retries': 'number',
    '--timeout': 'number',
    '--testTimeout': 'number',
    '--workers': 'number',
    '--maxWorkers': 'text',
    '--max-warnings': 'number',
    '--ext': 'text',
  },
  operands: 'path',
};

// A script of `package.json`, with options of its test runner.
const SCRIPT: ProgramSpec = {
  ...JS_TOOL,
  letters: `${JS_TOOL.letters ?? ''}s`,
  flags: [...(JS_TOOL.flags ?? []), '--if-present', '--workspaces'],
  values: { ...JS_TOOL.values, '-w': 'path', '--workspace': 'path' },
};

const PYTEST: ProgramSpec = {
  unlistedEffect: RUNS_MORE,
  letters: 'qvxslh',
  flags: [
    '--lf',
    '--last-failed',
    '--ff',
    '--failed-first',
    '--sw',
    '--stepwise',
    '--quiet',
    '--verbose',
    '--exitfirst',
    '--collect-only',
    '--co',
    '--no-header',
    '--no-summary',
    '--showlocals',
    '--no-cov',
  ],
  optionalValues: ['--cov', '--color'],
  values: {
    '-k': 'text',
    '-m': 'text',
    '-n': 'text',
    '-r': 'text',
    '--tb': 'text',
    '--maxfail': 'number',
    '--durations': 'number',
    '--timeout': 'number',
  },
  operands: 'path',
};

const UNITTEST: ProgramSpec = {
  unlistedEffect: RUNS_MORE,
  letters: 'vqfbc',
  values: { '-k': 'text', '-s': 'path', '-p': 'text' },
  operands: 'path',
};

const NODE_TEST: ProgramSpec = {
  unlistedEffect: RUNS_MORE,
  flags: [
    '--watch',
    '--test-only',
    '--test-force-exit',
    '--experimental-test-coverage',
    '--test-reporter=spec',
    '--test-reporter=tap',
    '--test-reporter=dot',
  ],
  values: {
    '--test-name-pattern': 'text',
    '--test-skip-pattern': 'text',
    '--test-concurrency': 'number',
    '--test-timeout': 'number',
    '--test-shard': 'text',
  },
  operands: 'path',
};

// No second target, and no make variable: `SHELL=...` is one.
const MAKE: ProgramSpec = {
  unlistedEffect: RUNS_MORE,
  letters: 'ksiBnw',
  flags: ['--keep-going', '--silent', '--quiet', '--always-make', '--dry-run', '--no-print-directory'],
  values: { '-j': 'number', '--jobs': 'number' },
  operands: 'none',
};

const CARGO: ProgramSpec = {
  unlistedEffect: RUNS_MORE,
  letters: 'qvr',
  flags: [
    '--release',
    '--workspace',
    '--all',
    '--all-targets',
    '--all-features',
    '--no-default-features',
    '--lib',
    '--bins',
    '--tests',
    '--examples',
    '--benches',
    '--doc',
    '--no-run',
    '--no-fail-fast',
    '--no-deps',
    '--quiet',
    '--verbose',
    '--locked',
    '--offline',
    '--frozen',
    '--check',
    // Options of the test program, after `--`.
    '--nocapture',
    '--exact',
    '--ignored',
    '--include-ignored',
    '--show-output',
  ],
  values: {
    '-p': 'text',
    '--package': 'text',
    '--bin': 'text',
    '--test': 'text',
    '--example': 'text',
    '--bench': 'text',
    '--features': 'text',
    '-j': 'number',
    '--jobs': 'number',
    '--test-threads': 'number',
    '--skip': 'text',
  },
  operands: 'path',
};

const GO: ProgramSpec = {
  unlistedEffect: RUNS_MORE,
  flags: ['-v', '-race', '-short', '-cover', '-failfast', '-json', '-benchmem', '-a', '-n', '-x'],
  values: {
    '-run': 'text',
    '-skip': 'text',
    '-bench': 'text',
    '-benchtime': 'text',
    '-count': 'text',
    '-timeout': 'text',
    '-parallel': 'text',
    '-tags': 'text',
    '-cpu': 'text',
    '-covermode': 'text',
    '-shuffle': 'text',
  },
  operands: 'path',
};

// Build tools with goals. Not listed: further goals, and properties, which may name a program.
const GOAL: ProgramSpec = {
  unlistedEffect: RUNS_MORE,
  letters: 'qvB',
  flags: ['--quiet', '--offline', '--info', '--no-daemon', '--continue', '--no-restore', '--no-build'],
  operands: 'none',
};

const SPECS: ProgramSpec = { unlistedEffect: RUNS_MORE, letters: 'v', operands: 'path' };

// Git commands that change the repository. Not listed: options that name a program of either side (`--receive-pack`,
// `--upload-pack`, `--exec`), run git's own programs, or overwrite the work of others (`--force`).
const GIT_CHANGES: Readonly<Record<string, ProgramSpec>> = {
  add: {
    letters: 'AuvnN',
    flags: ['--all', '--update', '--verbose', '--dry-run', '--intent-to-add'],
    operands: 'path',
  },
  commit: {
    letters: 'aqvs',
    flags: ['--all', '--amend', '--no-edit', '--allow-empty', '--quiet', '--signoff', '--dry-run'],
    values: { '-m': 'text', '--message': 'text', '-F': 'path', '--file': 'path', '--fixup': 'text' },
    operands: 'path',
  },
  // Pushes only to the branch's upstream: a further word may be any address, or `+branch`.
  push: {
    letters: 'qvn',
    flags: ['--tags', '--follow-tags', '--dry-run', '--quiet', '--verbose'],
    operands: 'none',
  },
  pull: {
    letters: 'qv',
    flags: ['--ff-only', '--rebase', '--no-rebase', '--quiet', '--verbose'],
    operands: 'none',
  },
  fetch: {
    letters: 'aptqv',
    flags: ['--all', '--prune', '--tags', '--quiet', '--verbose'],
    values: { '--depth': 'number' },
    operands: 'none',
  },
  checkout: {
    letters: 'qt',
    flags: ['--quiet', '--track', '--detach'],
    values: { '-b': 'text' },
    operands: 'path',
  },
  switch: { letters: 'qt', flags: ['--quiet', '--detach'], values: { '-c': 'text' }, operands: 'path' },
  restore: {
    letters: 'qSW',
    flags: ['--staged', '--worktree'],
    values: { '-s': 'text', '--source': 'text' },
    operands: 'path',
  },
  stash: {
    letters: 'uqk',
    flags: ['--include-untracked', '--keep-index', '--quiet'],
    values: { '-m': 'text' },
    operands: 'path',
  },
  merge: {
    letters: 'q',
    flags: ['--ff-only', '--no-ff', '--squash', '--abort', '--continue', '--no-edit'],
    values: { '-m': 'text' },
    operands: 'path',
  },
  tag: { letters: 'aln', flags: ['--list'], values: { '-m': 'text' }, operands: 'path' },
  mv: { letters: 'vnk', operands: 'path' },
};

const MORE_OF_GIT: ReadonlyMap<string, ProgramSpec> = new Map(
  [...GIT_READERS, ...Object.entries(GIT_CHANGES)].map(([name, rest]) => [
    name,
    { ...rest, unlistedEffect: RUNS_MORE },
  ]),
);

// Tools that run the code of the project, but no code or command given as an argument: no `tsx`, `concurrently`,
// `nodemon`.
const JS_TOOLS =
  'vitest|jest|mocha|ava|jasmine|tsc|vue-tsc|svelte-check|eslint|oxlint|prettier|stylelint|knip|@biomejs/biome';

/** Prefixes of commands: `|` separates alternatives, `*` stands for the name of a target or a script. */
const USES: readonly (readonly [prefix: string, rest: ProgramSpec])[] = [
  ['npm|pnpm|yarn test|t', SCRIPT],
  ['npm|pnpm run|run-script *', SCRIPT],
  // yarn and bun run any program of this name when there is no such script.
  ['yarn|bun run build|lint|check|typecheck|format|unit|e2e|test', SCRIPT],
  ['pnpm|yarn build|lint|check|typecheck|format', SCRIPT],
  ['bun|deno test', SPECS],
  [`npx|bunx ${JS_TOOLS}`, JS_TOOL],
  [`npx --no|--no-install|--yes|-y ${JS_TOOLS}`, JS_TOOL],
  [`pnpm exec ${JS_TOOLS}`, JS_TOOL],
  ['npx playwright test', JS_TOOL],
  [JS_TOOLS, JS_TOOL],
  ['node --test', NODE_TEST],
  ['pytest', PYTEST],
  ['python|python3 -m pytest', PYTEST],
  ['uv|poetry|pipenv|pdm run pytest', PYTEST],
  ['python|python3 -m unittest', UNITTEST],
  ['make|gmake|just *', MAKE],
  ['cargo test|t|build|b|check|c|clippy|bench|doc|fmt', CARGO],
  ['go test|build|vet|fmt', GO],
  ['mvn|./mvnw test|compile|verify|package', GOAL],
  ['gradle|./gradlew test|build|check|assemble', GOAL],
  ['dotnet test|build', GOAL],
  ['swift test|build', GOAL],
  ['rspec|phpunit', SPECS],
  ['bundle exec rspec', SPECS],
  ['mix test', SPECS],
];

const READ_USES = USES.map(([prefix, rest]) => ({
  places: prefix.split(' ').map((place) => new Set(place.split('|'))),
  rest,
}));

// The name of a target, a script or a recipe. `make a=b` sets a variable, `just a::b` names a recipe of a module.
const NAME = /^[A-Za-z][\w:.-]*$/;

/** The known use that a command is; `undefined` when the command is none. */
export function findKnownUse(words: readonly Word[]): KnownUse | undefined {
  const values = words.map(({ value, glob }) => (glob === undefined ? value : undefined));
  const [program, command] = values;
  if (program === 'git' && command !== undefined) {
    const rest = MORE_OF_GIT.get(command);
    return rest && { prefix: [program, command], rest };
  }
  const found = READ_USES.find(({ places }) =>
    places.every((place, index) => {
      const value = values[index];
      return value !== undefined && (place.has(value) || (place.has('*') && NAME.test(value)));
    }),
  );
  return found && { prefix: values.slice(0, found.places.length).map(String), rest: found.rest };
}
