import { isAbsolute, relative, resolve, sep } from 'node:path';

/** Why a change of a place is never unasked. Source: SPEC T10. */
export interface Protection {
  /** What the place is; continues "`path` is". */
  readonly what: string;
  /** Whether edits of it are refused. */
  readonly isRefused: boolean;
}

/** A folder or file that only the disk shows to be protected, with everything below it. */
export interface ProtectedPlace {
  /** Absolute, with symbolic links resolved. */
  readonly path: string;
  /** `git folder`: a repository's own, whatever its name. `hooks`: what `core.hooksPath` names, and what a hook leads to. */
  readonly kind: 'git folder' | 'hooks';
}

const GIT: Protection = { what: "part of git's own folder", isRefused: false };
const RUN_BY_GIT: Protection = { what: 'what git takes its settings and programs from', isRefused: true };
const HOOKS: Protection = { what: 'a hook, or a folder of hooks, which git runs', isRefused: false };

const REPOSITORY = "what git's other users get settings from";
const EDITOR = 'a setting of editors, which can run programs';
const SHELL = 'run when a shell or a tool is started there';
const PACKAGES =
  'a setting of a package manager, which can run programs and decides where packages come from';
const RULES = 'a file of instructions for agents';
const CI = 'what a build server runs';
const KEYS = 'where keys and settings of a person are kept';

/** Names of files and folders, in lower case, at any depth. What is below such a folder is protected too. */
const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    [REPOSITORY]: ['.gitmodules', '.gitconfig'],
    [EDITOR]: [
      '.vscode',
      '.idea',
      '.fleet',
      '.zed',
      '.devcontainer',
      '.devcontainer.json',
      '.vim',
      '.nvim.lua',
      '.exrc',
    ],
    [SHELL]: [
      '.envrc',
      '.bashrc',
      '.bash_profile',
      '.bash_login',
      '.bash_logout',
      '.profile',
      '.zshrc',
      '.zshenv',
      '.zprofile',
      '.zlogin',
      '.mise.toml',
      'mise.toml',
      '.husky',
      '.lefthook',
      'lefthook.yml',
      'lefthook.yaml',
      '.lefthook.yml',
      '.lefthook.yaml',
      '.pre-commit-config.yaml',
      '.pre-commit-config.yml',
    ],
    [PACKAGES]: ['.npmrc', '.yarn', '.pnpmfile.cjs', '.pypirc', 'bunfig.toml', '.cargo'],
    [RULES]: [
      'agents.md',
      'agents.override.md',
      'agent.md',
      'claude.md',
      'claude.local.md',
      'gemini.md',
      '.cursorrules',
      '.cursor',
      '.clinerules',
      '.windsurfrules',
      '.windsurf',
      '.roo',
      '.roorules',
      '.roomodes',
      '.claude',
      '.agents',
      '.gemini',
      '.codex',
      '.continue',
      '.aider.conf.yml',
      '.rules',
      '.goosehints',
      '.mcp.json',
      '.troupe',
      'troupe.md',
    ],
    [CI]: [
      '.gitlab-ci.yml',
      '.gitlab-ci.yaml',
      '.circleci',
      '.travis.yml',
      '.drone.yml',
      '.buildkite',
      '.woodpecker',
      '.woodpecker.yml',
      '.teamcity',
      'appveyor.yml',
      '.appveyor.yml',
      'bitbucket-pipelines.yml',
      '.cirrus.yml',
      'cloudbuild.yaml',
      'cloudbuild.yml',
      'buildspec.yml',
    ],
    [KEYS]: ['.ssh', '.aws', '.gnupg', '.netrc', '.git-credentials'],
  }).flatMap(([what, names]) => names.map((name) => [name, what] as const)),
);

/** Beginnings of names, in lower case. */
const PREFIXES: readonly (readonly [string, string])[] = [
  ['.yarnrc', PACKAGES],
  ['.pnp.', PACKAGES],
  ['jenkinsfile', CI],
  ['azure-pipelines', CI],
  ['.azure-pipelines', CI],
];

// Below `.github`, and below the folders of the servers that read the same files.
const FORGES = new Set(['.github', '.gitea', '.forgejo']);
const IN_FORGES: ReadonlyMap<string, string> = new Map([
  ['workflows', CI],
  ['actions', CI],
  ['copilot-instructions.md', RULES],
  ['instructions', RULES],
  ['prompts', RULES],
  ['chatmodes', RULES],
  ['agents', RULES],
  ['copilot', RULES],
]);

const WORKSPACE_FILE = '.code-workspace';

// What git reads its settings and programs from, in whichever of its folders: those of modules and worktrees too.
const RUN_BY_GIT_NAMES = new Set(['config', 'config.worktree', 'hooks', 'commondir']);

/** Why the place with this absolute path is protected; `undefined` when it is not. Links in the path are resolved. */
export function findProtection(
  path: string,
  roots: readonly string[],
  places: readonly ProtectedPlace[] = [],
): Protection | undefined {
  const found = places.flatMap((place) => {
    const below = namesBelow(place.path, path);
    if (below === undefined) return [];
    return [place.kind === 'hooks' ? HOOKS : judgeInGit(below)];
  });
  for (const root of roots) {
    const protection = findByNames(namesBelow(root, path) ?? []);
    if (protection !== undefined) found.push(protection);
  }
  return found.find(({ isRefused }) => isRefused) ?? found[0];
}

/** Whether a path is a root, or a folder around one: then what is below it contains protected places. */
export function holdsRoot(path: string, roots: readonly string[]): boolean {
  return roots.some((root) => namesBelow(path, root) !== undefined);
}

/** Whether a name, wherever it is, belongs to git. */
function isGitName(name: string): boolean {
  return /^(?:\.git|git~\d+)$/.test(toComparable(name));
}

function findByNames(given: readonly string[]): Protection | undefined {
  const names = given.map(toComparable);
  const git = names.findIndex(isGitName);
  if (git !== -1) return judgeInGit(names.slice(git + 1));
  for (const [index, name] of names.entries()) {
    const next = names[index + 1] ?? '';
    const what =
      NAMES.get(name) ??
      PREFIXES.find(([prefix]) => name.startsWith(prefix))?.[1] ??
      (FORGES.has(name) ? IN_FORGES.get(next) : undefined) ??
      (name.endsWith(WORKSPACE_FILE) ? EDITOR : undefined);
    if (what !== undefined) return { what, isRefused: false };
  }
  return undefined;
}

function judgeInGit(below: readonly string[]): Protection {
  return below.some((name) => RUN_BY_GIT_NAMES.has(toComparable(name))) ? RUN_BY_GIT : GIT;
}

function namesBelow(folder: string, path: string): readonly string[] | undefined {
  // Systems that ignore case lead to the same place by another spelling; elsewhere this asks once too often.
  const way = relative(resolve(folder).toLowerCase(), resolve(path).toLowerCase());
  if (way === '') return [];
  const names = way.split(sep);
  return names[0] === '..' || isAbsolute(way) ? undefined : names;
}

// Characters that the file system of macOS ignores in names. Source: git, `is_hfs_dotgit`.
const IGNORED = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/gu;

/** A name as file systems may read it: without case, without what Windows and macOS drop. */
function toComparable(name: string): string {
  return (
    name
      .normalize('NFKC')
      .replaceAll(IGNORED, '')
      .toLowerCase()
      // Windows takes what follows a colon for the name of a stream, and drops dots and blanks at the end.
      .replace(/(?<=.):.*$/s, '')
      .replace(/[. ]+$/, '')
  );
}
