import { literalWord, type Word } from '../syntax/word.js';
import { baseName } from './known-dangers.js';
import { readGitCall } from './safe-git.js';
import { listPossibleCommands } from './unwrap-command.js';
import { asksForVersion } from './versions.js';

/** What a command is known to use beyond the files of the workspace. */
interface CommandUses {
  readonly usesNetwork: boolean;
  readonly writesRepository: boolean;
}

const NETWORK_PROGRAMS = new Set(
  'curl wget aria2c http https ftp sftp ssh scp mosh nc ncat netcat socat telnet ping dig nslookup host traceroute uvx pipx gh glab vercel netlify aws gcloud az fly heroku'.split(
    ' ',
  ),
);

const INSTALLS = 'install i add ci update up upgrade remove rm uninstall outdated audit view info publish';

/** The commands of programs that need the network. */
const NETWORK_COMMANDS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    npm: `${INSTALLS} un isntall search show ping whoami login logout dist-tag deprecate unpublish access owner team exec x create init fund doctor`,
    pnpm: `${INSTALLS} dlx create fetch`,
    // Without a command, yarn installs.
    yarn: `${INSTALLS} dlx create`,
    bun: `${INSTALLS} x create`,
    deno: 'install add cache publish upgrade',
    pip: 'install download index search',
    pip3: 'install download index search',
    uv: 'add sync lock pip install tool python publish',
    poetry: 'install add update lock publish',
    pipenv: 'install update sync lock',
    pdm: 'install add update sync lock publish',
    conda: 'install update create search',
    gem: 'install update fetch push',
    bundle: 'install update add outdated',
    composer: 'install update require create-project outdated',
    cargo: 'fetch install update add search publish',
    go: 'get install',
    rustup: 'update install toolchain target component self',
    brew: 'install upgrade update search info',
    apt: 'install update upgrade full-upgrade dist-upgrade download source',
    'apt-get': 'install update upgrade full-upgrade dist-upgrade download source',
    apk: 'add update upgrade',
    dnf: 'install update upgrade',
    yum: 'install update upgrade',
    docker: 'pull push login search build buildx compose run',
    podman: 'pull push login search build run',
    helm: 'install upgrade pull push repo',
    git: 'fetch pull push clone ls-remote',
  }).map(([name, commands]) => [name, new Set(commands.split(' '))]),
);

/** Two words that need the network. */
const NETWORK_PAIRS = new Set([
  'go mod download',
  'go mod tidy',
  'go mod vendor',
  'git submodule update',
  'git submodule add',
  'git remote update',
  'git remote show',
  'git lfs pull',
  'git lfs fetch',
  'git lfs push',
  'uv pip install',
  'corepack prepare',
]);

// `npx` downloads what is not installed: with these words it probably does.
const DOWNLOADED = /^(?:-y|--yes|-p|--package|create-.*|@?[^@]+@.+)$/;

// `host:path` or `rsync://host`.
const REMOTE_FILE = /^(?:[\w.-]+@)?[\w.-]{2,}:|^rsync:\/\//;

/** Git commands that write to the repository whatever their arguments are. */
const GIT_WRITERS = new Set(
  'add am apply cherry-pick checkout clean commit fetch filter-branch gc init maintenance merge mergetool mv pack-refs prune pull push rebase read-tree repack replace reset restore revert rm sparse-checkout switch update-index update-ref write-tree commit-tree hash-object'.split(
    ' ',
  ),
);

/** Git commands that write to the repository unless their first argument matches. */
const GIT_READING_ARGUMENTS: ReadonlyMap<string, RegExp> = new Map([
  ['stash', /^(?:list|show)$/],
  ['worktree', /^list$/],
  ['bisect', /^(?:log|view|visualize)$/],
  ['notes', /^(?:list|show)$/],
  ['submodule', /^(?:status|summary|foreach)$/],
  ['lfs', /^(?:ls-files|status|env)$/],
]);

/**
 * What a command is known to use, also behind wrappers such as `timeout` and `env`. A change of the settings or hooks of a
 * repository does not count as a write to it: no grant allows that.
 */
export function findUses(words: readonly Word[]): CommandUses {
  const commands = [words, ...listPossibleCommands(words)];
  return {
    usesNetwork: commands.some(needsNetwork),
    writesRepository: commands.some(writesToRepository),
  };
}

function needsNetwork([program, ...args]: readonly Word[]): boolean {
  const name = baseName(program?.value ?? '');
  const words = name === 'git' ? readGitCall(args).words : skipOptions(args);
  const [command = '', next = ''] = words.map(({ value = '' }) => value);
  if (NETWORK_PROGRAMS.has(name)) return !asksForVersion([literalWord(name), ...args]);
  if (name === 'rsync') return args.some(({ value = '' }) => REMOTE_FILE.test(value));
  if (name === 'yarn' && command === '') return true;
  if (/^(?:npx|bunx|pnpx)$/.test(name)) return args.some(({ value = '' }) => DOWNLOADED.test(value));
  return (
    (NETWORK_COMMANDS.get(name)?.has(command) ?? false) || NETWORK_PAIRS.has(`${name} ${command} ${next}`)
  );
}

function writesToRepository([program, ...args]: readonly Word[]): boolean {
  if (baseName(program?.value ?? '') !== 'git') return false;
  const [command, ...others] = readGitCall(args).words.map(({ value = '' }) => value);
  if (command === undefined) return false;
  if (GIT_WRITERS.has(command)) return true;
  const reading = GIT_READING_ARGUMENTS.get(command);
  if (reading !== undefined) return !reading.test(others[0] ?? (command === 'stash' ? '' : 'list'));
  const isListing = others.some((value) =>
    /^(?:-l|--list|--contains|--points-at|--show-current)$/.test(value),
  );
  if (command === 'branch')
    return (
      !isListing &&
      others.some((value) => /^(?:[^-]|-[dDmMcCfu]|--(?:delete|move|copy|force|set-up|unset))/.test(value))
    );
  if (command === 'tag')
    return !isListing && others.some((value) => /^(?:[^-]|-[adsfm]|--delete)/.test(value));
  if (command === 'reflog') return /^(?:expire|delete)$/.test(others[0] ?? '');
  return command === 'symbolic-ref' && others.filter((value) => !value.startsWith('-')).length > 1;
}

function skipOptions(words: readonly Word[]): readonly Word[] {
  const first = words.findIndex(({ value = '' }) => !value.startsWith('-'));
  return first < 0 ? [] : words.slice(first);
}
