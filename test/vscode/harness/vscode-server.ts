import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname } from 'node:path';
import { ExtensionHostSwitchboard } from './extension-host-switchboard.js';
import { codeServer, hostNode } from './host-paths.js';
import { makeProfile, type ProfileOptions, type VSCodeProfile } from './vscode-profile.js';

// It is up within a second or two; only a broken installation takes longer, and then says why.
const START_TIMEOUT_MS = 30_000;
// A page that is reloaded may not get to tell its extension host to end, which then waits for it: three hours by default.
const RECONNECTION_GRACE_S = 5;
// What does not end by itself within this time is not going to.
const STOP_GRACE_MS = 5000;

export interface VSCodeServerOptions extends ProfileOptions {
  /** `false`: folders open in restricted mode. Default true. */
  readonly isTrusted?: boolean;
  /** The folder of VS Code's own extensions. Default: all that it brings. */
  readonly builtInExtensions?: string;
  /** A folder for what Node has compiled. Default: none. */
  readonly compileCache?: string;
  /** Default: any that is free. */
  readonly port?: number;
}

/** What a browser opens. */
export type Opened =
  | { readonly folder: string }
  | { readonly workspaceFile: string }
  | { readonly nothing: true };

/** A VS Code of its own, without a window yet. */
export class VSCodeServer {
  readonly profile: VSCodeProfile;
  readonly extensionHosts: ExtensionHostSwitchboard;
  readonly url: string;
  readonly #child: ChildProcess;
  readonly #log: readonly string[];

  private constructor(
    profile: VSCodeProfile,
    extensionHosts: ExtensionHostSwitchboard,
    child: ChildProcess,
    url: string,
    log: readonly string[],
  ) {
    this.profile = profile;
    this.extensionHosts = extensionHosts;
    this.url = url;
    this.#child = child;
    this.#log = log;
  }

  static async start(options: VSCodeServerOptions): Promise<VSCodeServer> {
    const profile = makeProfile(options);
    const extensionHosts = await ExtensionHostSwitchboard.open();
    const flags = [
      '--bind-addr',
      `127.0.0.1:${options.port ?? 0}`,
      '--auth',
      'none',
      '--disable-telemetry',
      '--disable-update-check',
      '--reconnection-grace-time',
      String(RECONNECTION_GRACE_S),
    ];
    if (options.builtInExtensions !== undefined)
      flags.push('--builtin-extensions-dir', options.builtInExtensions);
    if (options.isTrusted ?? true) flags.push('--disable-workspace-trust');
    const child = spawn(hostNode, [codeServer, ...profileFlags(profile), ...flags], {
      env: {
        ...serverEnv(profile),
        TROUPE_TEST_PORT: String(extensionHosts.port),
        ...(options.compileCache === undefined ? {} : { NODE_COMPILE_CACHE: options.compileCache }),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own, so that nothing that it starts outlives it.
      detached: true,
    });
    const log: string[] = [];
    try {
      const url = await readUrl(child, log);
      return new VSCodeServer(profile, extensionHosts, child, url, log);
    } catch (error) {
      await endGroup(child);
      extensionHosts.close();
      profile.remove();
      throw error;
    }
  }

  /** The address of a window. */
  windowUrl(opened: Opened): string {
    const url = new URL(this.url);
    if ('folder' in opened) url.searchParams.set('folder', opened.folder);
    else if ('workspaceFile' in opened) url.searchParams.set('workspace', opened.workspaceFile);
    else url.searchParams.set('ew', 'true');
    return url.href;
  }

  /** What the server has printed. */
  get log(): string {
    return this.#log.join('');
  }

  /** Ends every process of it and removes every file. */
  async stop(): Promise<void> {
    await endGroup(this.#child);
    this.extensionHosts.close();
    this.profile.remove();
  }
}

/** What tells code-server to keep to a profile. */
export function profileFlags({
  config,
  userData,
  extensions,
}: Pick<VSCodeProfile, 'config' | 'userData' | 'extensions'>): string[] {
  return ['--config', config, '--user-data-dir', userData, '--extensions-dir', extensions];
}

/** Our environment without what would reach into VS Code, and with what keeps it off the network. */
export function serverEnv({ env }: Pick<VSCodeProfile, 'env'>): NodeJS.ProcessEnv {
  const ours = Object.entries(process.env).filter(
    ([name]) => !/^(?:VSCODE_|NODE_OPTIONS$|PASSWORD$|HASHED_PASSWORD$|VITEST|TROUPE_|OPENAI_)/.test(name),
  );
  return {
    ...Object.fromEntries(ours),
    ...env,
    EXTENSIONS_GALLERY: '{}',
    PATH: `${dirname(hostNode)}:${process.env['PATH']}`,
  };
}

async function readUrl(child: ChildProcess, log: string[]): Promise<string> {
  const { stdout, stderr } = child;
  if (stdout === null || stderr === null) throw new Error('The server was started without pipes.');
  const signal = AbortSignal.timeout(START_TIMEOUT_MS);
  const listening = new Promise<string>((resolve, reject) => {
    const read = (text: string): void => {
      log.push(text);
      const url = /listening on (http:\/\/\S+?)\/?\s/.exec(log.join(''))?.[1];
      if (url !== undefined) resolve(url);
    };
    stdout.setEncoding('utf8').on('data', read);
    stderr.setEncoding('utf8').on('data', read);
    child.once('exit', () => {
      reject(new Error(`VS Code did not start:\n${log.join('')}`));
    });
    signal.addEventListener('abort', () => {
      reject(new Error(`VS Code did not start within ${START_TIMEOUT_MS} ms:\n${log.join('')}`));
    });
  });
  return listening;
}

async function endGroup(child: ChildProcess): Promise<void> {
  const group = child.pid;
  if (group === undefined) return;
  const exited = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined;
  signalGroup(group, 'SIGTERM');
  await Promise.race([exited, once(AbortSignal.timeout(STOP_GRACE_MS), 'abort')]);
  // The first process may end before those that it started.
  signalGroup(group, 'SIGKILL');
  await exited;
}

function signalGroup(group: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-group, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
