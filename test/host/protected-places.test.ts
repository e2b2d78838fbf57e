import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ApprovalDeniedError, PreviewChangedError } from '../../src/actors/protocol/errors.js';
import type { CallPreview, Tool } from '../../src/actors/protocol/tool.js';
import { digestOf } from '../../src/actors/tools/gate/check-shown.js';
import { hashOf } from '../../src/actors/tools/text/content-hash.js';
import { createCreateFileOrFolderTool } from '../../src/actors/tools/files/create-file-or-folder.js';
import { createDeleteFileOrFolderTool } from '../../src/actors/tools/files/delete-file-or-folder.js';
import { createEditFileTool } from '../../src/actors/tools/files/edit-file.js';
import { createRewriteFileTool } from '../../src/actors/tools/files/rewrite-file.js';
import { Approvals } from '../../src/host/engine/approvals.js';
import type { ApprovalResponse } from '../../src/host/engine/judging/approval-options.js';
import type { ApprovalQuestion } from '../../src/machines/validated-call.js';
import { decideCall } from '../doubles/decide-call.js';
import { loadBashParser } from '../../src/host/node/bash-parser.js';
import { followLinks } from '../../src/host/node/follow-links.js';
import { inspectPaths } from '../../src/host/node/protected/inspect-paths.js';
import { readFolders as readOnDisk } from '../../src/workers/disk/read-folders.js';
import { makeToolWorld, type ToolWorld } from '../actors/tools/tool-world.js';
import { errorOf } from '../doubles/error-of.js';

const readFolders = (folders: readonly string[]) => Promise.resolve(readOnDisk(folders));

/** Places that are asked about. */
const ASKED = [
  '.git/info/attributes',
  '.GIT/HEAD',
  '.vscode/tasks.json',
  'packages/a/.vscode/settings.json',
  '.VSCode/settings.json',
  '.idea/workspace.xml',
  'app.code-workspace',
  '.devcontainer/devcontainer.json',
  '.envrc',
  'sub/.envrc',
  '.husky/pre-commit',
  '.npmrc',
  '.yarnrc',
  '.yarnrc.yml',
  '.yarn/releases/yarn.cjs',
  '.pnp.cjs',
  '.pnpmfile.cjs',
  'AGENTS.md',
  'docs/agents.md',
  'CLAUDE.md',
  '.claude/settings.json',
  '.cursorrules',
  '.cursor/rules/a.mdc',
  '.clinerules/a.md',
  '.troupe/rules.md',
  '.github/copilot-instructions.md',
  '.github/workflows/ci.yml',
  '.github/actions/a/action.yml',
  '.gitlab-ci.yml',
  '.circleci/config.yml',
  'Jenkinsfile',
  'azure-pipelines.yml',
  '.gitmodules',
  '.pre-commit-config.yaml',
  'hooks-of-ours/pre-commit',
  'store.git/description',
  'src/../.vscode/launch.json',
  // The last one: without it the repository is none.
  '.git/HEAD',
];

/** Places whose edits are refused. */
const REFUSED = [
  '.git/config',
  '.git/hooks/pre-commit',
  '.Git/Config',
  '.git/modules/a/config',
  '.git/worktrees/a/config.worktree',
  '.git/commondir',
  'packages/.git/hooks/post-checkout',
];

/** Places that look alike and are not protected. */
const FREE = [
  'src/git/config.ts',
  '.gitignore',
  '.github/README.md',
  'npmrc.md',
  'config',
  'hooks/a.ts',
  'objects/a',
];

let world: ToolWorld;
let root: string;
beforeEach(() => {
  world = makeToolWorld({ app: { 'src/a.ts': 'a\n' } });
  root = world.roots[0] ?? '';
  execFileSync('git', ['init', '-q', root]);
  execFileSync('git', ['-C', root, 'config', 'core.hooksPath', 'hooks-of-ours']);
  execFileSync('git', ['init', '-q', '--bare', join(root, 'store.git')]);
});
afterEach(() => {
  world.dispose();
});

const patch = (...lines: string[]): string => ['*** Begin Patch', ...lines, '*** End Patch'].join('\n');

/** A tool whatever its parameters are. */
const of =
  <Params, Result>(create: (deps: ToolWorld['deps']) => Tool<Params, Result>) =>
  (deps: ToolWorld['deps']): Tool<never> =>
    create(deps) as unknown as Tool<never>;

/** One call of each tool for each way in which it can write. */
const CALLS: readonly (readonly [
  string,
  (deps: ToolWorld['deps']) => Tool<never>,
  (path: string) => unknown,
  boolean,
])[] = [
  ['rewrite_file', of(createRewriteFileTool), (uri) => ({ uri, new_content: 'b\n' }), false],
  [
    'edit_file',
    of(createEditFileTool),
    (uri) => ({ uri, search_replace_blocks: '<<<<<<< ORIGINAL\na\n=======\nb\n>>>>>>> UPDATED\n' }),
    true,
  ],
  [
    'a new file in a patch',
    of(createEditFileTool),
    (to) => ({ uri: 'src/a.ts', search_replace_blocks: patch(`*** Add File: ${to}`, '+b') }),
    false,
  ],
  [
    'a move in a patch',
    of(createEditFileTool),
    (to) => ({
      uri: 'src/a.ts',
      search_replace_blocks: patch('*** Update File: src/a.ts', `*** Move to: ${to}`),
    }),
    false,
  ],
  [
    'a move with a change',
    of(createEditFileTool),
    (to) => ({
      uri: 'src/a.ts',
      search_replace_blocks: patch('*** Update File: src/a.ts', `*** Move to: ${to}`, '@@', '-a', '+b'),
    }),
    false,
  ],
  [
    'a move away',
    of(createEditFileTool),
    (from) => ({
      uri: from,
      search_replace_blocks: patch(`*** Update File: ${from}`, '*** Move to: src/taken.ts'),
    }),
    true,
  ],
  [
    'a deletion in a patch',
    of(createEditFileTool),
    (uri) => ({ uri, search_replace_blocks: patch(`*** Delete File: ${uri}`) }),
    true,
  ],
  ['create_file_or_folder', of(createCreateFileOrFolderTool), (uri) => ({ uri }), false],
  ['delete_file_or_folder', of(createDeleteFileOrFolderTool), (uri) => ({ uri }), true],
];

function makeApprovals(mode: 'auto' | 'sandboxed' = 'auto'): Approvals {
  return new Approvals({
    policy: { 'File edits': mode, 'Dangerous tools': mode },
    rules: [{ effect: 'allow', when: { path: '**', access: 'write' } }],
    roots: world.roots,
    inspectPaths: (paths) => inspectPaths(paths, world.roots, { readFolders }),
    followLinks,
    loadParser: loadBashParser,
    sandboxState: () => 'sandboxed',
  });
}

/**
 * Judges a call of a tool: `asked`, `denied`, `run`, or the message of a preview that failed. A question is answered with
 * `answer`; no tool runs.
 */
async function judge(
  tool: Tool<never>,
  raw: unknown,
  approvals = makeApprovals(),
  answer: ApprovalResponse = { decision: 'deny' },
) {
  const params = tool.validate(raw);
  const questions: ApprovalQuestion[] = [];
  const over = new AbortController();
  const call = { callId: 'a', tool: tool.name, category: tool.category, params };
  const decision = decideCall(approvals, call, {
    signal: over.signal,
    preview: async () => tool.preview?.(params, world.context),
    present: (question) => {
      questions.push(question);
      approvals.answer('a', answer.decision, answer);
    },
    warn: () => undefined,
  });
  const outcome = await decision.catch((error: unknown) => error);
  if (outcome instanceof ApprovalDeniedError) return { kind: 'denied', questions };
  if (questions.length > 0) return { kind: 'asked', questions };
  return {
    kind: typeof outcome === 'object' && outcome !== null && 'output' in outcome ? outcome.output : 'run',
    questions,
  };
}

function put(path: string, content = 'a\n'): void {
  const at = join(root, path);
  mkdirSync(join(at, '..'), { recursive: true });
  if (existsSync(at)) rmSync(at, { recursive: true });
  writeFileSync(at, content);
}

describe.each(CALLS)('in the mode auto, %s', (_, create, toParams, needsFile) => {
  const run = async (path: string) => {
    if (needsFile) put(path);
    else rmSync(join(root, path), { recursive: true, force: true });
    return (await judge(create(world.deps), toParams(path))).kind;
  };

  const runAll = async (paths: readonly string[]) => {
    const kinds: Record<string, unknown> = {};
    for (const path of paths) kinds[path] = await run(path);
    return kinds;
  };
  const all = (paths: readonly string[], kind: string) =>
    Object.fromEntries(paths.map((path) => [path, kind]));

  test('is asked about at every protected place', async () => {
    expect(await runAll(ASKED)).toEqual(all(ASKED, 'asked'));
  });

  test('is refused where git takes settings and programs from', async () => {
    expect(await runAll(REFUSED)).toEqual(all(REFUSED, 'denied'));
  });

  test('runs elsewhere', async () => {
    expect(await runAll(FREE)).toEqual(all(FREE, 'run'));
  });
});

describe.each(CALLS)('after edits were allowed for a conversation, %s', (_, create, toParams, needsFile) => {
  test.each(['files', 'edits'] as const)(
    'is asked about at every protected place: "%s"',
    async (remember) => {
      const approvals = new Approvals({
        roots: world.roots,
        inspectPaths: (paths) => inspectPaths(paths, world.roots, { readFolders }),
        followLinks,
      });
      const tool = create(world.deps);
      const at = async (path: string) => {
        if (needsFile) put(path);
        else rmSync(join(root, path), { recursive: true, force: true });
        return judge(tool, toParams(path), approvals, { decision: 'approve', remember });
      };
      const first = await at('src/free.ts');
      expect(first.questions.flatMap(({ offers = [] }) => offers.map(({ scope }) => scope))).toEqual([
        'files',
        'edits',
      ]);
      expect((await at('src/free.ts')).kind).toBe('run');
      expect((await at('src/other.ts')).kind).toBe(remember === 'edits' ? 'run' : 'asked');
      const found: Record<string, unknown> = {};
      for (const path of [...ASKED, ...REFUSED]) {
        const { kind, questions } = await at(path);
        found[path] = [kind, questions.every((question) => question.offers === undefined)];
      }
      expect(found).toEqual(
        Object.fromEntries([
          ...ASKED.map((path) => [path, ['asked', true]]),
          ...REFUSED.map((path) => [path, ['denied', true]]),
        ]),
      );
      // The answer to such a question holds once, whatever it says.
      expect((await at('.vscode/tasks.json')).kind).toBe('asked');
    },
  );
});

describe('a protected place', () => {
  test('is found through links to files and folders', async () => {
    put('.vscode/tasks.json');
    symlinkSync('.vscode', join(root, 'harmless'));
    symlinkSync('.vscode/tasks.json', join(root, 'notes.json'));
    symlinkSync('.git', join(root, 'g'));
    const tool = createRewriteFileTool(world.deps) as Tool<never>;
    const at = async (uri: string) => {
      world.context.reads?.clear();
      return (await judge(tool, { uri, new_content: 'b\n' })).kind;
    };
    expect(await at('harmless/new.json')).toBe('asked');
    expect(await at('g/hooks/pre-push')).toBe('denied');
    const edit = createEditFileTool(world.deps) as Tool<never>;
    const block = '<<<<<<< ORIGINAL\na\n=======\nb\n>>>>>>> UPDATED\n';
    expect((await judge(edit, { uri: 'notes.json', search_replace_blocks: block })).kind).toBe('asked');
  });

  test('is named with what it is, marked, and never remembered', async () => {
    const tool = createRewriteFileTool(world.deps) as Tool<never>;
    const { questions } = await judge(tool, { uri: '.github/workflows/ci.yml', new_content: 'b\n' });
    expect(questions).toMatchObject([
      {
        reasons: [
          '.github/workflows/ci.yml is what a build server runs (read by the actions of GitHub, Gitea and Forgejo, with the next push): you are asked about it each time.',
        ],
        protectedPaths: ['.github/workflows/ci.yml'],
      },
    ]);
    expect(questions[0]).not.toHaveProperty('offers');
  });

  test('is asked about in the mode sandboxed as well', async () => {
    const tool = createCreateFileOrFolderTool(world.deps) as Tool<never>;
    expect((await judge(tool, { uri: '.envrc' }, makeApprovals('sandboxed'))).kind).toBe('asked');
  });

  test('is found in a folder that is deleted, but not in installed packages', async () => {
    put('packages/a/.vscode/tasks.json');
    put('packages/b/node_modules/c/.npmrc');
    put('fine/b.ts');
    const tool = createDeleteFileOrFolderTool(world.deps) as Tool<never>;
    const kindOf = async (uri: string) => (await judge(tool, { uri, is_recursive: true })).kind;
    expect(await kindOf('packages/a')).toBe('asked');
    expect(await kindOf('store.git')).toBe('asked');
    expect(await kindOf('packages/b')).toBe('run');
    expect(await kindOf('fine')).toBe('run');
  });

  test.each([
    ['HEAD', ['evil/objects/a', 'evil/refs/a']],
    ['objects/', ['evil/HEAD', 'evil/refs/a']],
    ['refs/heads/', ['evil/HEAD']],
  ])('is a folder that %s would turn into a bare repository', async (last, before) => {
    for (const path of before) put(path);
    const tool = createCreateFileOrFolderTool(world.deps) as Tool<never>;
    expect((await judge(tool, { uri: `evil/${last}` })).kind).toBe('asked');
  });

  test('is the folder of a repository that lies elsewhere, and its hooks are refused', async () => {
    execFileSync('git', ['init', '-q', '--separate-git-dir', join(root, 'elsewhere'), join(root, 'sub')]);
    put('sub/a.ts');
    const tool = createRewriteFileTool(world.deps) as Tool<never>;
    // The folder looks like a repository, whoever points to it.
    expect((await judge(tool, { uri: 'elsewhere/info/exclude2', new_content: '' })).kind).toBe('asked');
    expect((await judge(tool, { uri: 'elsewhere/hooks/pre-commit', new_content: '' })).kind).toBe('denied');
  });

  test.each([
    ['commondir', 'nowhere\n'],
    ['config.worktree', 'no setting\n'],
  ])('is the folder of hooks of a repository that git refuses for its %s', async (name, content) => {
    put(`.git/${name}`, content);
    execFileSync(
      'git',
      ['config', '--file', join(root, '.git/config'), 'extensions.worktreeConfig', 'true'],
      {
        cwd: '/',
      },
    );
    expect(spawnSync('git', ['-C', root, 'status']).status).not.toBe(0);
    const write = createCreateFileOrFolderTool(world.deps) as Tool<never>;
    expect((await judge(write, { uri: 'hooks-of-ours/pre-commit' })).kind).toBe('asked');
    put('hooks-of-ours/pre-commit');
    const remove = createDeleteFileOrFolderTool(world.deps) as Tool<never>;
    expect((await judge(remove, { uri: 'hooks-of-ours', is_recursive: true })).kind).toBe('asked');
  });

  test('is a file that a hook is a link to', async () => {
    put('scripts/check.sh');
    put('scripts/other.sh');
    put('hooks-of-ours/pre-commit');
    symlinkSync('../scripts/check.sh', join(root, 'hooks-of-ours/pre-push'));
    const tool = createDeleteFileOrFolderTool(world.deps) as Tool<never>;
    expect((await judge(tool, { uri: 'scripts/other.sh' })).kind).toBe('run');
    expect((await judge(tool, { uri: 'scripts/check.sh' })).kind).toBe('asked');
  });

  test('is the folder of hooks around a folder with a .git of its own', async () => {
    put('hooks-of-ours/.git', 'gitdir: nowhere\n');
    const tool = createCreateFileOrFolderTool(world.deps) as Tool<never>;
    expect((await judge(tool, { uri: 'hooks-of-ours/pre-commit' })).kind).toBe('asked');
  });

  test('takes an execute bit along, which is said', async () => {
    writeFileSync(join(root, 'run.sh'), 'a\n', { mode: 0o755 });
    const tool = createEditFileTool(world.deps);
    const params = tool.validate({
      uri: 'run.sh',
      search_replace_blocks: patch('*** Update File: run.sh', '*** Move to: bin/run.sh'),
    });
    expect(await tool.preview?.(params, world.context)).toMatchObject({
      files: [
        { shown: 'run.sh', change: 'delete' },
        { shown: 'bin/run.sh', change: 'create', isExecutable: true },
      ],
    });
  });
});

describe('a command', () => {
  const kindOf = async (command: string, mode: 'auto' | 'sandboxed' = 'auto') => {
    const approvals = makeApprovals(mode);
    const questions: ApprovalQuestion[] = [];
    const preview: CallPreview = { kind: 'command', command, cwd: root, notes: [] };
    const call = { callId: 'a', tool: 'run_command', category: 'Dangerous tools', params: {} } as const;
    await decideCall(approvals, call, {
      signal: new AbortController().signal,
      preview: async () => preview,
      present: (question) => {
        questions.push(question);
        approvals.answer('a', 'deny');
      },
      warn: () => undefined,
    }).catch(() => undefined);
    expect(questions.every((question) => question.offers === undefined)).toBe(true);
    return questions.length === 0 ? 'run' : 'asked';
  };

  test.each([
    'echo a > .vscode/tasks.json',
    'echo a >> .git/hooks/pre-commit',
    'cp a.txt .husky/pre-commit',
    'mv src .github/workflows',
    'tee CLAUDE.md < src/a.ts',
    'rm -rf .git',
    'rm -rf .',
    'rm -rf ../app .npmrc',
    'ln -s a .envrc',
    'chmod +x .husky/pre-commit',
    'sed -i s/a/b/ .gitlab-ci.yml',
    'perl -pi -e 1 AGENTS.md',
    'dd if=a of=.npmrc',
    'install -m 755 a .git/hooks/pre-commit',
    'touch .yarnrc.yml',
    'mkdir -p .circleci',
    'cd .github && touch workflows/a.yml',
    'cp -t.vscode a',
    'cp --target-directory=.vscode a',
    'true && /bin/rm .envrc',
    'rm .GIT/config',
  ])('that is seen to write to one is asked about in every mode: %s', async (line) => {
    expect(await kindOf(line)).toBe('asked');
    expect(await kindOf(line, 'sandboxed')).toBe('asked');
  });

  test.each([
    'rm -rf build',
    'echo a > src/b.ts',
    'cp src/a.ts .',
    'sed -n 1p .gitlab-ci.yml',
    'cat .git/config',
    'git add .github/workflows/ci.yml',
    'grep -r a .vscode',
  ])('that is not runs: %s', async (line) => {
    expect(await kindOf(line)).toBe('run');
  });
});

describe('between a question and its answer', () => {
  const context = (preview: CallPreview | undefined) => {
    if (preview === undefined) throw new Error('There is no preview.');
    return { ...world.context, shown: digestOf(preview) };
  };

  test('a file that changes makes the call fail, and nothing is written', async () => {
    put('src/b.ts', 'one\n');
    const tool = createRewriteFileTool(world.deps);
    world.context.reads?.clear();
    await readForTest('src/b.ts');
    const params = tool.validate({ uri: 'src/b.ts', new_content: 'two\n' });
    const approved = context(await tool.preview?.(params, world.context));
    put('src/b.ts', 'ten\n');
    world.context.reads?.clear();
    await readForTest('src/b.ts');
    expect(await errorOf(() => tool.run(params, approved))).toBeInstanceOf(PreviewChangedError);
    expect(readFileSync(join(root, 'src/b.ts'), 'utf8')).toBe('ten\n');
  });

  test.each([
    ['rewrite_file', createRewriteFileTool, { uri: 'door/b.json', new_content: 'x\n' }],
    ['create_file_or_folder', createCreateFileOrFolderTool, { uri: 'door/b.json' }],
    [
      'edit_file',
      createEditFileTool,
      { uri: 'door/b.json', search_replace_blocks: patch('*** Add File: door/b.json', '+x') },
    ],
  ] as const)('a link that is swapped does not lead %s elsewhere', async (_, create, raw) => {
    mkdirSync(join(root, '.vscode'));
    mkdirSync(join(root, 'plain'));
    symlinkSync('plain', join(root, 'door'));
    const tool = create(world.deps) as Tool<never>;
    const params = tool.validate(raw);
    const approved = context(await tool.preview?.(params, world.context));
    rmSync(join(root, 'door'));
    symlinkSync('.vscode', join(root, 'door'));
    await tool.run(params, approved).catch((error: unknown) => {
      expect(error).toBeInstanceOf(PreviewChangedError);
    });
    expect(existsSync(join(root, '.vscode/b.json'))).toBe(false);
  });

  test('a link that is swapped does not lead a deletion elsewhere', async () => {
    put('.vscode/b.json');
    put('plain/b.json');
    symlinkSync('plain', join(root, 'door'));
    const tool = createDeleteFileOrFolderTool(world.deps);
    const params = tool.validate({ uri: 'door/b.json' });
    const approved = context(await tool.preview?.(params, world.context));
    rmSync(join(root, 'door'));
    symlinkSync('.vscode', join(root, 'door'));
    expect(await errorOf(() => tool.run(params, approved))).toBeInstanceOf(PreviewChangedError);
    expect(existsSync(join(root, '.vscode/b.json'))).toBe(true);
  });

  async function readForTest(path: string): Promise<void> {
    const place = await world.deps.gate.resolve(path);
    world.context.reads?.set(place.absolute, await hashOf(readFileSync(place.absolute)));
  }

  test('nothing that happens lets the whole call run as it was shown', async () => {
    const tool = createCreateFileOrFolderTool(world.deps);
    const params = tool.validate({ uri: 'new.ts' });
    await tool.run(params, context(await tool.preview?.(params, world.context)));
    expect(existsSync(join(root, 'new.ts'))).toBe(true);
  });
});
