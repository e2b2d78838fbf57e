import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext } from 'playwright-core';
import { inject } from 'vitest';
import { CodeWindow } from './code-window.js';
import { type Opened, VSCodeServer, type VSCodeServerOptions } from './vscode-server.js';

// Wide enough that no part of the workbench hides, and the same in every screenshot.
const VIEWPORT = { width: 1280, height: 800 };
// Generous for a machine with two busy cores; a wait that ends in time costs nothing.
const WAIT_TIMEOUT_MS = 60_000;

export interface WindowOptions extends Omit<VSCodeServerOptions, 'extensions' | 'builtInExtensions'> {
  /** Whether VS Code has all of its own extensions, which takes seconds longer. Default: those that tests use. */
  readonly hasAllBuiltIn?: boolean;
  /** What the window opens, given the temporary folder. Default: the workspace folder. */
  readonly open?: (folder: string) => Opened;
}

/** A VS Code with Troupe installed, and the page of a browser for its window. */
export class EditorRun {
  readonly #server: VSCodeServer;
  readonly #context: BrowserContext;

  private constructor(server: VSCodeServer, context: BrowserContext) {
    this.#server = server;
    this.#context = context;
  }

  static async start(
    browser: Browser,
    { hasAllBuiltIn = false, ...options }: Omit<WindowOptions, 'open'>,
  ): Promise<EditorRun> {
    const server = await VSCodeServer.start({
      ...options,
      extensions: inject('extensions'),
      ...(hasAllBuiltIn ? {} : { builtInExtensions: inject('builtInExtensions') }),
    });
    const context = await browser.newContext({ viewport: VIEWPORT, reducedMotion: 'reduce' });
    context.setDefaultTimeout(WAIT_TIMEOUT_MS);
    return new EditorRun(server, context);
  }

  openWindow(open: NonNullable<WindowOptions['open']> = workspaceFolder): Promise<CodeWindow> {
    return CodeWindow.open(this.#context, this.#server, open(this.#server.profile.folder));
  }

  /** Keeps a picture of the window under that name and, `withLog`, what the server has printed. */
  async keepPicture(name: string, { withLog }: { readonly withLog: boolean }): Promise<void> {
    const path = join(inject('screenshots'), name.replaceAll(/[^\w]+/g, '-').toLowerCase());
    if (withLog) writeFileSync(`${path}.log`, this.#server.log);
    await this.#context.pages()[0]?.screenshot({ path: `${path}.png` });
  }

  async stop(): Promise<void> {
    await this.#context.close();
    await this.#server.stop();
  }
}

function workspaceFolder(folder: string): Opened {
  return { folder: join(folder, 'workspace') };
}
