import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { CodeWindow } from './code-window.js';
import { type Opened, VSCodeServer, type VSCodeServerOptions } from './vscode-server.js';
import type { WarmBrowser } from './warm-browser.js';

export interface WindowOptions extends Omit<
  VSCodeServerOptions,
  'extensions' | 'builtInExtensions' | 'port' | 'compileCache'
> {
  /** Whether VS Code has all of its own extensions, which takes seconds longer. Default: those that tests use. */
  readonly hasAllBuiltIn?: boolean;
  /** What the window opens, given the temporary folder. Default: the workspace folder. */
  readonly open?: (folder: string) => Opened;
}

/** A VS Code with Troupe installed, and the page of a browser for its window. */
export class EditorRun {
  readonly #server: VSCodeServer;
  readonly #browser: WarmBrowser;

  private constructor(server: VSCodeServer, browser: WarmBrowser) {
    this.#server = server;
    this.#browser = browser;
  }

  static async start(
    browser: WarmBrowser,
    { hasAllBuiltIn = false, ...options }: Omit<WindowOptions, 'open'>,
  ): Promise<EditorRun> {
    const server = await VSCodeServer.start({
      ...options,
      extensions: inject('extensions'),
      compileCache: inject('compileCache'),
      port: await browser.port(),
      ...(hasAllBuiltIn ? {} : { builtInExtensions: inject('builtInExtensions') }),
    });
    return new EditorRun(server, browser);
  }

  openWindow(open: NonNullable<WindowOptions['open']> = workspaceFolder): Promise<CodeWindow> {
    return CodeWindow.open(this.#browser.context, this.#server, open(this.#server.profile.folder));
  }

  /** Keeps a picture of the window under that name and, `withLog`, what the server has printed. */
  async keepPicture(name: string, { withLog }: { readonly withLog: boolean }): Promise<void> {
    const path = join(inject('screenshots'), name.replaceAll(/[^\w]+/g, '-').toLowerCase());
    if (withLog) writeFileSync(`${path}.log`, this.#server.log);
    await this.#browser.pagesOf(this.#server.url)[0]?.screenshot({ path: `${path}.png` });
  }

  async stop(): Promise<void> {
    await this.#browser.forget(this.#server.url);
    await this.#server.stop();
  }
}

function workspaceFolder(folder: string): Opened {
  return { folder: join(folder, 'workspace') };
}
