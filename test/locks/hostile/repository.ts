import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SandboxRequest } from '../../../src/actors/protocol/shell.js';
import type { AbsPath } from '../../../src/actors/protocol/workspace.js';
import { findSandbox } from '../../../src/host/node/sandbox/find-sandbox.js';
import type { Sandbox } from '../../../src/host/node/sandbox/sandbox.js';
import { LocalShell } from '../../../src/host/node/shell/local-shell.js';
import { writeFiles } from '../../doubles/temp-dir.js';
import { createOpenSandbox } from '../world/open-sandbox.js';
import { SYSTEM_PATH } from '../world/world.js';
import type { Plant } from './plants.js';

// What a person types afterwards, in each of these folders.
const LATER = [['status'], ['diff'], ['commit', '-q', '--allow-empty', '-a', '-m', 'later']];
const FOLDERS = ['', 'sub', 'inner'];

/** A repository that somebody hostile has made, and a program that notes when it is started outside of the sandbox. */
export class HostileRepository implements AsyncDisposable {
  readonly #base: string;
  readonly #template: string;
  readonly #log: string;
  readonly #shell: LocalShell;
  /** In which nothing is locked but the machine around the repository. */
  readonly #openShell: LocalShell;
  readonly #before: ReadonlySet<string>;

  private constructor(base: string, sandbox: Sandbox, environment: NodeJS.ProcessEnv, brings: boolean) {
    this.#base = base;
    const open = createOpenSandbox(base, environment);
    this.#shell = new LocalShell({ sandbox: () => Promise.resolve(sandbox), environment });
    this.#openShell = new LocalShell({ sandbox: () => Promise.resolve(open), environment });
    this.#template = join(base, 'template');
    this.#log = join(base, 'starts.log');
    cpSync(join(base, 'world'), this.#template, { recursive: true, verbatimSymlinks: true });
    this.#before = brings ? this.#findStarts() : new Set();
    if (brings) this.#restore();
  }

  static async make(plant: Plant): Promise<HostileRepository> {
    const parent = existsSync('/var/tmp') ? '/var/tmp' : tmpdir();
    const base = realpathSync(mkdtempSync(join(parent, 'troupe-locks-')));
    const app = join(base, 'world/app');
    const home = join(base, 'world/home');
    mkdirSync(home, { recursive: true });
    const canary = `#!/bin/sh\necho "$0" >> ${base}/starts.log\ncat 2>/dev/null\n`;
    writeFiles(join(base, 'world'), {
      'home/.gitconfig': '[user]\n\tname = Ada\n\temail = ada@example.org\n[init]\n\tdefaultBranch = main\n',
      'app/a.txt': 'one\n',
      'app/src/b.txt': 'two\n',
      'app/tools/canary': canary,
      'app/tools/hooks/pre-commit': canary,
      'app/tools/hooks/post-index-change': canary,
      'app/plant.sh': plant.script,
    });
    for (const path of ['canary', 'hooks/pre-commit', 'hooks/post-index-change'])
      chmodSync(join(app, 'tools', path), 0o755);
    const environment = {
      PATH: SYSTEM_PATH,
      HOME: home,
      LANG: 'C.UTF-8',
      GIT_CONFIG_NOSYSTEM: '1',
      CANARY: join(app, 'tools/canary'),
      HOOKS: join(app, 'tools/hooks'),
    };
    const prepare = `git init -q . && git add -A && git commit -qm first && echo more >> a.txt\n${plant.brings ?? ''}`;
    execFileSync('/bin/bash', ['-c', prepare], { cwd: app, env: environment, stdio: 'pipe' });
    rmSync(join(base, 'starts.log'), { force: true });
    // The workspace knows where its own programs are.
    writeFiles(app, {
      'plant.sh': `CANARY=${environment.CANARY}; HOOKS=${environment.HOOKS}\n${plant.script}\n`,
    });
    const sandbox = await findSandbox({ roots: [app as AbsPath], home });
    return new HostileRepository(base, sandbox, environment, plant.brings !== undefined);
  }

  /** Runs a command in a world, and returns what git started afterwards that it had not started before. */
  async run(
    command: string,
    access: SandboxRequest,
  ): Promise<{
    readonly started: readonly string[];
    readonly repairs: readonly string[];
  }> {
    const shell = access.kind === 'none' ? this.#openShell : this.#shell;
    const result = await shell.run({
      command,
      cwd: this.#app as AbsPath,
      idleTimeoutMs: 20_000,
      timeoutMs: 20_000,
      signal: new AbortController().signal,
      sandbox: access,
    });
    // A start in the sandbox leaves no note, unless it got out.
    const escaped = this.#takeStarts('in the sandbox');
    const started = [...escaped, ...this.#findStarts()].filter((start) => !this.#before.has(start));
    this.#restore();
    return { started, repairs: result.repairs ?? [] };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([this.#shell, this.#openShell].map((shell) => shell[Symbol.asyncDispose]()));
    rmSync(this.#base, { recursive: true, force: true });
  }

  get #app(): string {
    return join(this.#base, 'world/app');
  }

  #findStarts(): ReadonlySet<string> {
    const starts = FOLDERS.filter((folder) => existsSync(join(this.#app, folder))).flatMap((folder) =>
      LATER.flatMap((args) => {
        spawnSync('/usr/bin/git', args, {
          cwd: join(this.#app, folder),
          env: {
            PATH: SYSTEM_PATH,
            HOME: join(this.#base, 'world/home'),
            GIT_CONFIG_NOSYSTEM: '1',
            GIT_EDITOR: 'true',
            GIT_CEILING_DIRECTORIES: this.#base,
          },
          stdio: 'ignore',
          timeout: 10_000,
        });
        return this.#takeStarts(`git ${String(args[0])} in ./${folder}`);
      }),
    );
    return new Set(starts);
  }

  #takeStarts(where: string): readonly string[] {
    if (!existsSync(this.#log)) return [];
    const programs = readFileSync(this.#log, 'utf8').trim().split('\n');
    rmSync(this.#log);
    return [...new Set(programs.map((program) => `${where}: ${program.replace(`${this.#app}/`, '')}`))];
  }

  #restore(): void {
    rmSync(join(this.#base, 'world'), { recursive: true, force: true });
    cpSync(this.#template, join(this.#base, 'world'), { recursive: true, verbatimSymlinks: true });
  }
}
