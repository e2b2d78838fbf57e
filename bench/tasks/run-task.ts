import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { Task } from './task.js';

const CLI = resolve('dist/cli.js');
const EDITS = new Set(['edit_file', 'rewrite_file', 'create_file_or_folder', 'delete_file_or_folder']);

/** A task whose repository has been made. */
export interface PreparedTask extends Task {
  /** The repository, which nobody works in. */
  readonly repository: string;
  /** A worktree of it: the workspace of the run. */
  readonly workspace: string;
  /** Where the run writes. */
  readonly output: string;
}

/** What became of a task. */
export interface TaskResult {
  readonly name: string;
  readonly isSolved: boolean;
  readonly exitCode: number;
  readonly modelCalls: number;
  readonly firstTokens: number;
  readonly tokens: number;
  readonly costUsd: number | undefined;
  readonly wallMs: number;
  readonly refusedEdits: number;
  /** Whether the workspace is what it was at the start with the patch of this very run. */
  readonly isIsolated: boolean;
}

const git = (folder: string, ...args: readonly string[]): void => {
  execFileSync('git', ['-c', 'user.name=bench', '-c', 'user.email=bench@localhost', ...args], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
};

const passes = (task: Task, folder: string): boolean =>
  spawnSync('bash', ['-c', task.check], { cwd: folder, stdio: 'ignore' }).status === 0;

/** Makes the repository of a task and a worktree. Errors: when its check passes already. */
export function prepareTask(task: Task, scratch: string): PreparedTask {
  const home = join(scratch, task.name);
  const [repository, workspace, output] = ['repository', 'workspace', 'output'].map((name) =>
    join(home, name),
  ) as [string, string, string];
  for (const [path, content] of Object.entries(task.files)) {
    mkdirSync(dirname(join(repository, path)), { recursive: true });
    writeFileSync(join(repository, path), content);
  }
  git(repository, 'init', '--quiet');
  git(repository, 'add', '--all');
  git(repository, 'commit', '--quiet', '--message', 'Start');
  git(repository, 'worktree', 'add', '--quiet', workspace);
  writeFileSync(join(home, 'task.md'), `${task.instruction}\n`);
  if (passes(task, workspace))
    throw new Error(`The task ${task.name} is solved before anybody worked on it.`);
  return { ...task, repository, workspace, output };
}

/** Has the command line work on a task. `model`: the options that name a model. */
export async function runTask(
  task: PreparedTask,
  model: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<TaskResult> {
  const args = ['run', '--quiet', '--task', join(dirname(task.output), 'task.md'), '--output', task.output];
  const startedMs = performance.now();
  const exitCode = await new Promise<number>((done, fail) => {
    const child = spawn(process.execPath, [CLI, ...args, '--auto-approve', 'all', ...model], {
      cwd: task.workspace,
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    child.once('error', fail);
    child.once('exit', (code) => {
      done(code ?? -1);
    });
  });
  const wallMs = performance.now() - startedMs;
  const readJson = (name: string): unknown => JSON.parse(readFileSync(join(task.output, name), 'utf8'));
  const result = readJson('result.json') as {
    readonly modelCalls: number;
    readonly costUsd?: number;
    readonly usage: { readonly inputTokens: number; readonly outputTokens: number };
  };
  const trajectory = readJson('trajectory.json') as {
    readonly extra: { readonly troupe: { readonly entries: readonly Recorded[] } };
  };
  const { entries } = trajectory.extra.troupe;
  const first = entries.find(({ kind }) => kind === 'reply');
  return {
    name: task.name,
    isSolved: passes(task, task.workspace),
    exitCode,
    modelCalls: result.modelCalls,
    firstTokens: first?.usage?.inputTokens ?? 0,
    tokens: result.usage.inputTokens + result.usage.outputTokens,
    costUsd: result.costUsd,
    wallMs,
    refusedEdits: entries.filter(
      ({ kind, tool = '', result: of }) => kind === 'observation' && EDITS.has(tool) && of?.success === false,
    ).length,
    isIsolated: hashTree(task.workspace) === hashTree(applyPatch(task)),
  };
}

/** What is read of an entry. */
interface Recorded {
  readonly kind: string;
  readonly tool?: string;
  readonly result?: { readonly success: boolean };
  readonly usage?: { readonly inputTokens: number };
}

/** The start of a task with the patch of its run, in a folder of its own. */
function applyPatch({ repository, output }: PreparedTask): string {
  const folder = join(dirname(output), 'expected');
  git(repository, 'worktree', 'add', '--quiet', '--detach', folder, 'HEAD');
  const patch = join(output, 'patch.diff');
  if (readFileSync(patch).length > 0) git(folder, 'apply', patch);
  return folder;
}

/** A digest of all files below a folder, but git's own. */
export function hashTree(folder: string): string {
  const hash = createHash('sha256');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
    .filter((path) => path.split('/')[0] !== '.git')
    .sort();
  for (const path of files)
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(folder, path)))
      .update('\0');
  return hash.digest('hex');
}
