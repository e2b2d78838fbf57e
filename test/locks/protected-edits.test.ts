/*
 * Edits of protected places, with every category of tools set to run without asking: each is asked about or refused.
 * Needs `npm run build`.
 *
 *     npx vitest run test/locks/protected-edits.test.ts
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import type * as Api from '../../src/host/api.js';
import type { Host } from '../../src/host/host-options.js';
import { asksFor, says, ScriptedModel } from '../../src/host/testing.js';
import { makeTempDir, removeTempDir, writeFiles } from '../doubles/temp-dir.js';
import { printTable } from './world/print-table.js';

// Only the built package has a thread for the index, which deleting a folder asks.
const BUILT = pathToFileURL(join(import.meta.dirname, '../../dist/api.js')).href;

// What git, an editor, a package manager, a shell or a CI runs or obeys.
const PLACES =
  '.git/config .git/config.worktree .git/hooks/pre-commit .git/HEAD .git/commondir .git/info/attributes .git/index .git hooks-of-husky/pre-commit .vscode/settings.json .vscode/tasks.json .vscode/launch.json .idea/workspace.xml .idea/runConfigurations/a.xml .envrc .husky/pre-commit .npmrc .yarnrc .yarnrc.yml .pnp.cjs .pnp.loader.mjs .github/workflows/ci.yml .gitlab-ci.yml .circleci/config.yml Jenkinsfile AGENTS.md CLAUDE.md .cursorrules .github/copilot-instructions.md sub/.git/config sub/.git/hooks/post-checkout src/.npmrc src/.envrc packages/a/.vscode/settings.json bare/config bare/hooks/post-update azure-pipelines.yml .travis.yml .gitmodules .gitattributes'.split(
    ' ',
  );
// A case-insensitive disk, or another way to say the same.
const SPELLINGS = [
  './.git/config',
  'src/../.git/config',
  '.GIT/config',
  'src//../.vscode/tasks.json',
  '.git/./hooks/pre-commit',
];
const NOT_PROTECTED = 'src/a.ts';
// Named in the wish list, not in SPEC T10; the test says what becomes of them, and asks for nothing.
const WISHED = new Set(['.gitmodules', '.gitattributes', '.GIT/config']);

const BLOCKS = '<<<<<<< ORIGINAL\none\n=======\ntwo\n>>>>>>> UPDATED';
type Call = readonly [tool: string, params: (path: string) => object];
const CALLS: Readonly<Record<string, Call>> = {
  'edit a file': ['edit_file', (uri) => ({ uri, search_replace_blocks: BLOCKS })],
  'patch that updates': [
    'edit_file',
    (uri) => ({
      uri,
      search_replace_blocks: `*** Begin Patch\n*** Update File: ${uri}\n@@\n-one\n+two\n*** End Patch`,
    }),
  ],
  'patch that adds': [
    'edit_file',
    (uri) => ({
      uri: `${uri}.new`,
      search_replace_blocks: `*** Begin Patch\n*** Add File: ${uri}.new\n+two\n*** End Patch`,
    }),
  ],
  'patch that deletes': [
    'edit_file',
    (uri) => ({ uri, search_replace_blocks: `*** Begin Patch\n*** Delete File: ${uri}\n*** End Patch` }),
  ],
  'patch that moves there': [
    'edit_file',
    (uri) => ({
      uri: 'src/move.sh',
      search_replace_blocks: `*** Begin Patch\n*** Update File: src/move.sh\n*** Move to: ${uri}.moved\n@@\n-one\n+two\n*** End Patch`,
    }),
  ],
  'patch that touches it second': [
    'edit_file',
    (uri) => ({
      uri: NOT_PROTECTED,
      search_replace_blocks: `*** Begin Patch\n*** Update File: ${NOT_PROTECTED}\n@@\n-one\n+two\n*** Update File: ${uri}\n@@\n-one\n+two\n*** End Patch`,
    }),
  ],
  'rewrite a file': ['rewrite_file', (uri) => ({ uri, new_content: 'two\n' })],
  'create a file': ['create_file_or_folder', (uri) => ({ uri: `${uri}.new` })],
  'create a folder': ['create_file_or_folder', (uri) => ({ uri: `${uri}.new/` })],
  'delete a file': ['delete_file_or_folder', (uri) => ({ uri, is_recursive: true })],
  'delete its folder': ['delete_file_or_folder', (uri) => ({ uri: dirname(uri), is_recursive: true })],
};
// A name beside the protected one is only protected where the folder is.
const isAboutNeighbours = (name: string): boolean => /adds|moves there|create/.test(name);
const isProtectedAsFolder = (path: string): boolean =>
  /(?:^|\/)(?:\.git|\.vscode|\.idea|\.husky|hooks-of-husky|\.github\/workflows|\.circleci)\//i.test(path);

/** A host, and the models that its next engines get. */
interface Stage {
  readonly host: Host;
  readonly models: ScriptedModel[];
}

async function makeHost(app: string, models: ScriptedModel[]): Promise<Host> {
  const { createHost } = (await import(BUILT)) as typeof Api;
  return createHost({
    roots: [app],
    providers: [
      {
        name: 'scripted',
        createAdapter: () => models.pop() ?? new ScriptedModel([]),
        validateConfig: () => Promise.resolve({ ok: true }),
      },
    ],
    model: { provider: 'scripted', model: 'script-1' },
    approvals: { 'File edits': 'auto', 'Dangerous tools': 'auto', 'MCP tools': 'auto' },
    workspace: { cacheDirectory: null, watcher: 'none' },
  });
}

type Outcome = 'asked' | 'refused' | 'done';

test('at least 30 protected places are named', () => {
  expect(PLACES.length).toBeGreaterThanOrEqual(30);
});

test('no edit of a protected place runs unasked, although all edits do', { timeout: 120_000 }, async () => {
  const app = makeTempDir();
  const reset = (): void => {
    writeFiles(app, { [NOT_PROTECTED]: 'one\n', 'src/move.sh': 'one\n' });
    chmodSync(join(app, 'src/move.sh'), 0o755);
    for (const path of PLACES)
      if (path !== '.git' && !existsSync(join(app, path)))
        writeFiles(app, { [path]: path === '.git/HEAD' ? 'ref: refs/heads/main\n' : 'one\n' });
    writeFiles(app, {
      '.git/config': '[core]\n\trepositoryformatversion = 0\n\thooksPath = hooks-of-husky\n',
    });
    mkdirSync(join(app, '.git/objects'), { recursive: true });
    mkdirSync(join(app, '.git/refs/heads'), { recursive: true });
    writeFiles(app, { 'bare/HEAD': 'ref: refs/heads/main\n', 'bare/objects/x': '', 'bare/refs/x': '' });
  };
  try {
    execFileSync('/usr/bin/git', ['init', '-q', app]);
    reset();
    const rows: (readonly (string | number)[])[] = [['edit', 'places', 'asked', 'refused', 'done']];
    const done: string[] = [];
    const models: ScriptedModel[] = [];
    await using host = await makeHost(app, models);
    const stage = { host, models };
    for (const [name, [tool, paramsOf]] of Object.entries(CALLS)) {
      const paths = [...PLACES, ...SPELLINGS].filter(
        (path) =>
          path !== '.git' &&
          (!isAboutNeighbours(name) || isProtectedAsFolder(path)) &&
          (name !== 'delete its folder' || isProtectedAsFolder(path)),
      );
      const outcomes: Outcome[] = [];
      for (const path of paths) {
        const before = readAll(app, path);
        const outcome = await attempt(stage, tool, paramsOf(path));
        outcomes.push(outcome);
        const isChanged = readAll(app, path) !== before;
        if ((outcome === 'done' || isChanged) && !WISHED.has(path))
          done.push(`${name}: ${path}: ${outcome}${isChanged ? ', changed' : ''}`);
        for (const made of [`${path}.new`, `${path}.moved`])
          rmSync(join(app, made), { recursive: true, force: true });
        reset();
      }
      const count = (outcome: Outcome): number => outcomes.filter((one) => one === outcome).length;
      rows.push([name, paths.length, count('asked'), count('refused'), count('done')]);
    }
    printTable('Edits of protected places, with "auto" for everything', rows);
    expect(done).toEqual([]);
    // What is not protected is edited without a question.
    expect(await attempt(stage, 'rewrite_file', { uri: NOT_PROTECTED, new_content: 'two\n' })).toBe('done');
  } finally {
    removeTempDir(app);
  }
});

/** Has an engine read a file and make one call; whoever is asked says no. */
async function attempt({ host, models }: Stage, tool: string, params: object): Promise<Outcome> {
  const uri = 'uri' in params ? params.uri : '';
  const model = new ScriptedModel([
    asksFor(['read_file', { uri }, 'read']),
    asksFor([tool, params, 'edit']),
    says('Done.'),
  ]);
  models.push(model);
  const engine = host.createEngine({ model: { provider: model.provider, model: model.model } });
  let outcome: Outcome = 'refused';
  for await (const event of engine.processMessage('Edit it')) {
    if (event.type === 'approval_request') {
      if (event.callId === 'edit') outcome = 'asked';
      engine.respondToApproval(event.callId, event.callId === 'edit' ? 'deny' : 'approve');
    }
    if (event.type === 'observation' && event.callId === 'edit' && event.result.success) outcome = 'done';
  }
  return outcome;
}

function readAll(app: string, path: string): string {
  const absolute = join(app, path);
  return existsSync(absolute) ? readFileSync(absolute, 'utf8') : '(missing)';
}
