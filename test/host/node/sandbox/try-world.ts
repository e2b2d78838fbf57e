import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandGrants, CommandResult } from '../../../../src/actors/protocol/shell.js';
import type { AbsPath } from '../../../../src/actors/protocol/workspace.js';
import { findSandbox, type SandboxOptions } from '../../../../src/host/node/sandbox/find-sandbox.js';
import { LocalShell } from '../../../../src/host/node/shell/local-shell.js';

const NOTHING: CommandGrants = { hasNetwork: false, mayWriteRepository: false, reveals: [] };

export type World = 'looking' | Partial<CommandGrants>;

/** A made-up home, a workspace, and commands in both worlds. */
export interface TriedWorld extends AsyncDisposable {
  /** Not below the temporary folder, which commands may write to. */
  readonly base: string;
  readonly home: string;
  readonly root: AbsPath;
  readonly environment: NodeJS.ProcessEnv;
  run(this: void, command: string, world: World, root?: AbsPath): Promise<CommandResult>;
}

export function makeTriedWorld(
  environment: NodeJS.ProcessEnv = {},
  options: Partial<SandboxOptions> = {},
): TriedWorld {
  const base = realpathSync(mkdtempSync('/var/tmp/troupe-'));
  const home = join(base, 'home');
  const root = join(base, 'root') as AbsPath;
  const own = { ...process.env, HOME: home, ...environment };
  return {
    base,
    home,
    root,
    environment: own,
    async run(command, world, cwd = root) {
      const sandbox = await findSandbox({ roots: [cwd], home, ...options });
      await using shell = new LocalShell({ sandbox: () => Promise.resolve(sandbox), environment: own });
      return await shell.run({
        command,
        cwd,
        idleTimeoutMs: 60_000,
        signal: new AbortController().signal,
        sandbox: world === 'looking' ? { kind: 'looking' } : { kind: 'working', ...NOTHING, ...world },
      });
    },
    [Symbol.asyncDispose]() {
      rmSync(base, { recursive: true, force: true });
      return Promise.resolve();
    },
  };
}
