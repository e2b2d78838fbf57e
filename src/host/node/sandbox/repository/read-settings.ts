import { execFile } from 'node:child_process';
import { dirname, resolve } from 'node:path';
import { ToolExecutionError } from '../../../../actors/protocol/errors.js';

// git answers in 3 ms, and on a machine that swaps in some seconds; longer means a disk that hangs. Units: milliseconds.
const TIMEOUT_MS = 30_000;
// A file of settings is read to a million bytes, and a list has the section in front of each name. Units: bytes.
const MAX_BYTES = 64_000_000;

const ALONE: NodeJS.ProcessEnv = { GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' };

// Where a person's own settings are.
const PERSONAL = ['HOME', 'XDG_CONFIG_HOME', 'GIT_CONFIG_GLOBAL', 'GIT_CONFIG_SYSTEM', 'GIT_CONFIG_NOSYSTEM'];

/** One setting of a repository. */
interface RepositorySetting {
  readonly name: string;
  readonly value: string;
}

/** A setting, and the file in which it stands. */
export interface PlacedSetting extends RepositorySetting {
  readonly origin: string;
}

/**
 * The settings in the text of a settings file, as git reads it, without those of files that it includes. `undefined` when
 * git cannot read it: then it does not act on it either.
 * Errors, of all functions here: `ToolExecutionError` when git did not answer, which says nothing about the settings.
 * Cost: a process, 3 ms.
 */
export async function readSettingsText(
  git: string,
  text: Buffer,
): Promise<readonly RepositorySetting[] | undefined> {
  return parseList(
    await runGit(git, '/', ['config', '--file', '-', '--no-includes', '--list', '-z'], ALONE, text),
  );
}

/** All settings of the repository around a folder, and of the files that they include. */
export async function readRepositorySettings(
  git: string,
  folder: string,
): Promise<readonly RepositorySetting[]> {
  const lists = await Promise.all(
    ['--local', '--worktree'].map((scope) =>
      runGit(git, folder, ['config', scope, '--includes', '--list', '-z'], ALONE),
    ),
  );
  return lists.flatMap((list) => parseList(list) ?? []);
}

/** The settings in a file and in the files that it includes, and in which file each of them stands. */
export async function readSettingsWithOrigins(git: string, file: string): Promise<readonly PlacedSetting[]> {
  return await readPlaced(git, dirname(file), ['--file', file], ALONE);
}

/** All settings that git has in a folder, whoever sets them: of the system, the person and the repository. */
export async function readAllSettings(
  git: string,
  folder: string,
  environment: NodeJS.ProcessEnv,
): Promise<readonly PlacedSetting[]> {
  return await readPlaced(git, folder, [], pickPersonal(environment));
}

async function readPlaced(
  git: string,
  folder: string,
  source: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<readonly PlacedSetting[]> {
  const args = ['config', ...source, '--includes', '--show-origin', '--list', '-z'];
  const output = (await runGit(git, folder, args, environment)) ?? '';
  // Origins and settings take turns.
  const origins = output.split('\0').filter((_, index) => index % 2 === 0);
  const settings = output.split('\0').filter((_, index) => index % 2 === 1);
  return (parseList([...settings, ''].join('\0')) ?? []).map((setting, index) => ({
    ...setting,
    origin: resolve(folder, (origins[index] ?? '').replace(/^file:/, '')),
  }));
}

/** What `core.hooksPath` says in a folder, whoever sets it. Shape: absolute, or relative to the top of the work tree. */
export async function readHooksPath(
  git: string,
  folder: string,
  environment: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  const args = ['config', '--type=path', '--get', 'core.hooksPath'];
  const output = await runGit(git, folder, args, pickPersonal(environment));
  const path = output?.replace(/\n$/, '');
  return path === '' ? undefined : path;
}

function pickPersonal(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(PERSONAL.map((name) => [name, environment[name]]));
}

/** `git config` runs no program of a repository, and its output is no terminal, so that it starts no pager. */
function runGit(
  git: string,
  cwd: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  input?: Buffer,
): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const options = { cwd, env, timeout: TIMEOUT_MS, maxBuffer: MAX_BYTES, killSignal: 'SIGKILL' } as const;
    const { stdin } = execFile(git, args, options, (error, stdout) => {
      if (error === null) resolve(stdout);
      else if (typeof error.code === 'number') resolve(undefined);
      else
        reject(
          new ToolExecutionError(
            `git did not say what its settings are in ${cwd} (${error.code ?? error.signal ?? error.message}): try again`,
            { tool: 'git' },
            { cause: error },
          ),
        );
    });
    // git ends at the first error, and does not read on.
    stdin?.on('error', () => undefined).end(input);
  });
}

function parseList(output: string | undefined): readonly RepositorySetting[] | undefined {
  return output
    ?.split('\0')
    .slice(0, -1)
    .map((entry) => {
      const end = entry.indexOf('\n');
      // A name without `=` is a switch that is on.
      return end < 0
        ? { name: entry, value: 'true' }
        : { name: entry.slice(0, end), value: entry.slice(end + 1) };
    });
}
