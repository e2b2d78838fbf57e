import { existsSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { wayInside, isInside } from '../../../../actors/runtime/paths/is-inside.js';
import { readSmallFile } from '../../../../workers/disk/read-small-file.js';
import { hasOnlyHarmlessLines } from './harmless-lines.js';
import { mayBeIn } from './may-be-in.js';

// Programs, and what they need to run. Next to several of them lie credentials: then only parts are listed.
const PROGRAMS = [
  'bin .local/bin .local/lib .local/pipx .local/share/pipx .local/opt .nix-profile .local/state/nix .linuxbrew',
  '.nvm .config/nvm .local/share/nvm .fnm .local/share/fnm .n n .volta .nodenv .nodebrew .npm-global .npm-packages .local/share/pnpm',
  '.yarn/bin .config/yarn/global .bun/bin .bun/install/global .deno/bin .asdf .local/share/mise .local/share/rtx .local/share/aquaproj-aqua',
  '.pyenv .virtualenvs .local/share/virtualenvs .local/share/uv/python .local/share/uv/tools .local/share/pypoetry/venv',
  'miniconda3 anaconda3 miniforge3 mambaforge micromamba .rye .rbenv .rvm .gem/ruby .local/share/gem/ruby .rubies',
  '.cargo/bin .cargo/env .rustup go/bin .local/go sdk .goenv .gvm .sdkman .jabba .jenv .jdks .dotnet .ghcup .opam .stack/programs',
  '.cabal/bin .elan .juliaup .julia/juliaup .swiftly .local/share/swiftly .phpenv .config/composer/vendor .composer/vendor .mix/escripts',
  '.mix/archives .local/share/coursier .flutter flutter Android/Sdk .foundry/bin .wasmtime .wasmer .krew .arkade/bin .pulumi/bin',
  '.config/git/ignore .config/git/attributes .gitignore .gitignore_global .gitattributes .editorconfig .tool-versions .nvmrc .node-version',
].flatMap((line) => line.split(' '));

// What package managers have downloaded. Without the network, commands see it and cannot write to it: programs outside of
// the sandbox run what lies there. With the network they get empty folders of their own, since most package managers
// fail when they cannot write what they download.
const CACHES = [
  '.npm/_cacache .cache/yarn .yarn/berry/cache .cache/pnpm .bun/install/cache .cache/deno .cache/node .cache/electron',
  '.cache/ms-playwright .cache/Cypress .cache/puppeteer .cache/pip .cache/uv .cache/pypoetry .cargo/registry .cargo/git go/pkg/mod',
  '.m2/repository .m2/wrapper .gradle/wrapper .ivy2/cache .ivy2/local .cache/coursier .sbt/boot .nuget/packages .konan',
  '.pub-cache/hosted .composer/cache .cache/composer .hex/packages .cache/rebar3 .cabal/packages .cabal/store .stack/pantry .stack/snapshots',
  '.conan/data .conan2/p .cache/vcpkg .cache/bazelisk .julia/packages .julia/artifacts .julia/registries .cache/zig .cpan/sources',
].flatMap((line) => line.split(' '));

// Settings of package managers, which are shown while each of their lines is of a form that holds no secret.
const SETTINGS = [
  '.npmrc .yarnrc .yarnrc.yml .bunfig.toml .config/pip/pip.conf .pip/pip.conf .config/uv/uv.toml .cargo/config.toml .cargo/config',
  '.config/go/env .config/mise/config.toml .condarc .gemrc .bundle/config .gradle/gradle.properties .config/pnpm/rc',
].flatMap((line) => line.split(' '));
// The settings that people write are shorter.
const MAX_SETTINGS_CHARS = 65_536;

/** A variable that says where something lies if not in its usual place, and which parts of that place are meant. */
type Place = readonly [variable: string, parts: readonly string[]];

const PROGRAM_PLACES: readonly Place[] = [
  ['CARGO_HOME', ['bin', 'env']],
  ['GOPATH', ['bin']],
  ['GEM_HOME', ['bin', 'gems', 'specifications', 'extensions']],
  ['BUN_INSTALL', ['bin', 'install/global']],
  ['DENO_INSTALL', ['bin']],
  ...[
    'NVM_DIR FNM_DIR VOLTA_HOME N_PREFIX PNPM_HOME PYENV_ROOT RBENV_ROOT RUSTUP_HOME GOROOT GOBIN JAVA_HOME SDKMAN_DIR',
    'ASDF_DIR ASDF_DATA_DIR MISE_DATA_DIR DOTNET_ROOT ANDROID_HOME ANDROID_SDK_ROOT FLUTTER_ROOT VIRTUAL_ENV CONDA_PREFIX MAVEN_HOME',
    'GRADLE_HOME KOTLIN_HOME',
  ]
    .flatMap((line) => line.split(' '))
    .map((variable): Place => [variable, ['']]),
  ['PATH', ['']],
];
const CACHE_PLACES: readonly Place[] = [
  ['CARGO_HOME', ['registry', 'git']],
  ['GOPATH', ['pkg/mod']],
  ['GOMODCACHE', ['']],
  ['BUN_INSTALL', ['install/cache']],
  ['PLAYWRIGHT_BROWSERS_PATH', ['']],
];

interface ToolChains {
  /** Programs, what they need to run, and harmless settings. */
  readonly programs: readonly string[];
  /** Downloaded packages. */
  readonly caches: readonly string[];
}

/** What commands see of a home folder. Shape: paths that exist in the home folder; some may be links. */
export function findToolChains(home: string, environment: NodeJS.ProcessEnv): ToolChains {
  const isLikely = mayBeIn(home);
  const list = (usual: readonly string[], places: readonly Place[]): readonly string[] => {
    const elsewhere = places.flatMap(([variable, parts]) =>
      (environment[variable] ?? '')
        .split(delimiter)
        .filter((folder) => isAbsolute(folder))
        .flatMap((folder) => parts.map((part) => join(folder, part))),
    );
    const found = [
      ...usual.filter(isLikely).map((path) => join(home, path)),
      ...elsewhere.filter((path) => isBelow(home, path)),
    ];
    const there = [...new Set(found)].filter((path) => existsSync(path));
    return there.filter((path) => !there.some((outer) => outer !== path && isInside(outer, path)));
  };
  const settings = SETTINGS.filter(isLikely)
    .map((path) => join(home, path))
    .filter(isWithoutSecret);
  return { programs: [...list(PROGRAMS, PROGRAM_PLACES), ...settings], caches: list(CACHES, CACHE_PLACES) };
}

/** The folders in which variables say that programs are. Shape: absolute paths that may not exist. */
export function listNamedFolders(environment: NodeJS.ProcessEnv): readonly string[] {
  return PROGRAM_PLACES.flatMap(([variable, parts]) =>
    (environment[variable] ?? '')
      .split(delimiter)
      .filter((folder) => isAbsolute(folder))
      .flatMap((folder) => parts.map((part) => join(folder, part))),
  );
}

/** Whether the path lies below the home folder and has a name that is not just a place for everything. */
function isBelow(home: string, path: string): boolean {
  // Of a machine whose whole disk is the home folder, a variable could name anything.
  const way = home === '/' ? undefined : wayInside(home, path);
  return way !== undefined && !['', '.config', '.local', '.local/share', '.cache'].includes(way);
}

function isWithoutSecret(path: string): boolean {
  try {
    const text = existsSync(path) ? readSmallFile(path, true)?.text : undefined;
    return text !== undefined && text.length <= MAX_SETTINGS_CHARS && hasOnlyHarmlessLines(text);
  } catch {
    // It may not be read, or is a pipe.
    return false;
  }
}
