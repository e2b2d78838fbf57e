import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findProtection } from '../../../../src/actors/approvals/protected/protected-places.js';

const ROOT = '/work/app';

/** Why a path below the root is protected. */
const find = (path: string): ReturnType<typeof findProtection> => findProtection(join(ROOT, path), [ROOT]);

/** Names that editors, agents, shells and servers obey. A name that ends in a slash is that of a folder. */
const NAMES: Readonly<Record<string, string>> = {
  'siblings of what was protected first':
    'lefthook-local.yml .lefthook-local.yml mise.local.toml .mise.local.toml .mise/ mise/config.toml .config/mise/ .rtx.toml .pnpmfile.mjs .pnpmfile.cjs pnpm-workspace.yaml .vimrc .nvimrc .exrc .envrc.local .direnv/ mcp.json .git-hooks/ .githooks/ .simple-git-hooks.cjs .huskyrc.js .overcommit.yml .gitattributes .gitmodules .lfsconfig',
  agents:
    'opencode.json opencode.jsonc .opencode/ .qwen/ QWEN.md .kiro/ .amazonq/ .junie/ .trae/ .kilocode/ .factory/ .augment/ .void/ .pi/ .goosehints .claude-plugin/ .windsurf/ CONVENTIONS.md AGENTS.md AGENTS.override.md AGENT.md CLAUDE.md CLAUDE.local.md GEMINI.md .cursorrules .cursor/ .clinerules .clinerules/ .windsurfrules .roo/ .roorules .roorules-code .roomodes .claude/ .agents/ .gemini/ .codex/ .continue/ .aider.conf.yml .rules .mcp.json .troupe/ TROUPE.md .github/copilot-instructions.md .github/instructions/ .github/prompts/ .github/chatmodes/ .github/agents/ .github/copilot/ .github/hooks/',
  editors:
    '.vs/ .dir-locals.el app.sublime-project .nova/ .theia/ .zed/ .helix/ app.code-workspace .devcontainer/ .devcontainer.json .vscode/ .idea/ .fleet/ .vim/ .nvim.lua',
  'start files':
    '.irbrc .pryrc .Rprofile .octaverc .ghci .gdbinit .lldbinit .pythonrc.py sitecustomize.py usercustomize.py .inputrc .bash_aliases .screenrc .tmux.conf .curlrc .wgetrc .psqlrc .sqliterc .envrc .bashrc .bash_profile .bash_login .bash_logout .profile .zshrc .zshenv .zprofile .zlogin .mise.toml mise.toml .husky/ .lefthook/ lefthook.yml lefthook.yaml .lefthook.yml .lefthook.yaml .pre-commit-config.yaml .pre-commit-config.yml',
  packages:
    '.bundle/config .npmrc .yarn/ .yarnrc .yarnrc.yml .pnp.cjs .pnp.loader.mjs .pypirc bunfig.toml .cargo/ .cargo/config.toml rust-toolchain rust-toolchain.toml pip.conf uv.toml .terraformrc',
  builds:
    '.mvn/ gradle.properties .gradle/ gradle/wrapper/ init.gradle init.gradle.kts .sbtopts .jvmopts ansible.cfg',
  servers:
    '.github/dependabot.yml .github/CODEOWNERS .gitlab/ .azure/ .semaphore/ .cirun.yml wercker.yml netlify.toml vercel.json renovate.json .github/workflows/ .github/actions/ .gitea/workflows/ .forgejo/workflows/ .gitlab-ci.yml .gitlab-ci.yaml .circleci/ .travis.yml .drone.yml .buildkite/ .woodpecker/ .woodpecker.yml .teamcity/ appveyor.yml .appveyor.yml bitbucket-pipelines.yml .cirrus.yml cloudbuild.yaml cloudbuild.yml buildspec.yml Jenkinsfile Jenkinsfile.release azure-pipelines.yml azure-pipelines/ .azure-pipelines/',
  'keys and secrets': '.gitconfig .ssh/ .aws/ .gnupg/ .netrc .git-credentials .env .env.local',
};
const ALL = Object.values(NAMES).flatMap((names) => names.split(' '));
/** Read at the top of a workspace only. */
const TOP_ONLY = new Set(['CONVENTIONS.md']);

const FREE = [
  'Makefile',
  'vite.config.ts',
  'conftest.py',
  'build.rs',
  'package.json',
  'src/mise.ts',
  'mise/readme.md',
  'gitattributes.md',
  'README.md',
  'docs/conventions.md',
  'src/config.toml',
  'gradle/libs.versions.toml',
  '.bundle/plugin',
  '.config/app.json',
  '.github/README.md',
  '.github/ISSUE_TEMPLATE/bug.md',
  'lefthook.md',
  'mise.ts',
  'env',
  'env.d.ts',
  '.env.example',
  '.env.local.sample',
  'src/environment.ts',
  'rust/toolchain.ts',
  'init.ts',
  'pip.ts',
  'vercel.ts',
  'my-mcp.json',
  'code-workspace',
  'code-workspace.md',
  '.gitignore',
  '.gitkeep',
  '.editorconfig',
  '.prettierrc',
  'tsconfig.json',
  'pyproject.toml',
];

describe('a name that programs obey', () => {
  test.each(Object.entries(NAMES))('is protected, and who reads it is said: %s', (_, names) => {
    const unprotected = names.split(' ').filter((name) => {
      const inside = name.endsWith('/') ? `${name}deep/er/a.json` : name;
      const places = TOP_ONLY.has(name) ? [inside] : [inside, join('packages/a', inside)];
      return places.some((path) => find(path)?.readBy === undefined);
    });
    expect(unprotected).toEqual([]);
  });

  test('is one of at least 170', () => {
    expect(new Set(ALL).size).toBeGreaterThanOrEqual(170);
  });

  test('is protected in any case, behind detours and trailing slashes', () => {
    const anyName = fc.constantFrom(...ALL).chain((name) =>
      fc.tuple(
        fc.constant(TOP_ONLY.has(name)),
        fc.array(fc.boolean(), { minLength: name.length, maxLength: name.length }).map((flips) =>
          name
            .split('')
            .map((char, at) => (flips[at] === true ? char.toUpperCase() : char))
            .join(''),
        ),
      ),
    );
    const anyDetour = fc.constantFrom('', './', 'a/../', '././', 'a/b/../../', '../app/', 'x/..//');
    const anyFolder = fc.constantFrom('', 'src/', 'Packages/a/', '.config/');
    const anyEnd = fc.constantFrom('', '/', '//', '/.', '/b/..', '/b.json', '.', ' ', '::$DATA');
    fc.assert(
      fc.property(anyName, anyDetour, anyFolder, anyEnd, ([isTopOnly, name], detour, folder, end) => {
        // A slash before the end would make another name of `.` and `:`.
        const spelled = /^[. :]/.test(end) ? name.replace(/\/$/, '') : name;
        const path = `${ROOT}/${detour}${isTopOnly ? '' : folder}${detour}${spelled}${end}`;
        expect(findProtection(path, [ROOT])).toMatchObject({ isRefused: false });
      }),
      { numRuns: 2000 },
    );
  });
});

test.each(FREE)('%s is not protected', (path) => {
  expect(find(path)).toBeUndefined();
});

test('a file of secrets is protected, and so is none that only shows which there are', () => {
  expect(find('packages/a/.env.production')?.what).toBe('where a project keeps its secrets');
  expect(find('.env.production.example')).toBeUndefined();
});

test('what decides more comes before what tools write', () => {
  expect(find('.gradle/7.4/a.bin')).toMatchObject({ isWrittenByTools: true });
  expect(find('.gradle/init.d/a.gradle')).toMatchObject({ isWrittenByTools: false });
  expect(find('.direnv/.envrc')).toMatchObject({ isWrittenByTools: false });
});

test('a name counts below each root, not above it', () => {
  expect(findProtection('/home/me/.config/mise/app/a.ts', ['/home/me/.config/mise/app'])).toBeUndefined();
  expect(findProtection('/a/renovate.json', ['/b', '/a'])?.readBy).toContain('Renovate');
});
