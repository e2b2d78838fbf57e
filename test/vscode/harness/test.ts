import { LLMock, type MockServerOptions } from '@copilotkit/aimock';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import { inject, test as base } from 'vitest';
import { CodeWindow } from './code-window.js';
import { HeldModel } from './held-model.js';
import { chromium as chromiumPath } from './host-paths.js';
import { type Opened, VSCodeServer, type VSCodeServerOptions } from './vscode-server.js';

// Wide enough that no part of the workbench hides, and the same in every screenshot.
const VIEWPORT = { width: 1280, height: 800 };
// Generous for a machine with two busy cores; a wait that ends in time costs nothing.
const WAIT_TIMEOUT_MS = 20_000;

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder that the extensions of a run are installed in, once for all tests. */
    extensions: string;
    /** The folder that screenshots go to. */
    screenshots: string;
  }
}

export interface WindowOptions extends Omit<VSCodeServerOptions, 'extensions'> {
  /** What the window opens, given the temporary folder. Default: the workspace folder. */
  readonly open?: (folder: string) => Opened;
}

interface Fixtures {
  readonly browser: Browser;
  /** Starts a model server that answers as the test tells it to. */
  readonly startModel: (options?: MockServerOptions) => Promise<LLMock>;
  /** Starts a model server that says some words and holds the rest back. */
  readonly startHeldModel: (words: string) => Promise<HeldModel>;
  /** Opens a window in a VS Code of its own. Afterwards a picture of it is kept, and nothing else. */
  readonly openWindow: (options?: WindowOptions) => Promise<CodeWindow>;
}

/** A test in a real VS Code with Troupe installed. */
export const test = base.extend<Fixtures>({
  browser: [
    // eslint-disable-next-line no-empty-pattern -- vitest reads the names of the fixtures from the pattern
    async ({}, use) => {
      const browser = await chromium.launch({
        executablePath: chromiumPath,
        // The tests may run as root, where Chromium's sandbox does not.
        args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
      });
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  startModel: async ({}, use) => {
    const models: LLMock[] = [];
    await use(async (options = {}) => {
      const model = new LLMock({ port: 0, logLevel: 'silent', ...options });
      await model.start();
      models.push(model);
      return model;
    });
    await Promise.all(models.map((model) => model.stop()));
  },
  startHeldModel: async ({}, use) => {
    const models: HeldModel[] = [];
    await use(async (words) => {
      const model = await HeldModel.start(words);
      models.push(model);
      return model;
    });
    for (const model of models) model.stop();
  },
  openWindow: async ({ browser, task }, use) => {
    const servers: VSCodeServer[] = [];
    const windows: CodeWindow[] = [];
    await use(async ({ open = workspaceFolder, ...options } = {}) => {
      const server = await VSCodeServer.start({ ...options, extensions: inject('extensions') });
      servers.push(server);
      const context = await browser.newContext({ viewport: VIEWPORT });
      context.setDefaultTimeout(WAIT_TIMEOUT_MS);
      const window = await CodeWindow.open(context, server, open(server.profile.folder));
      windows.push(window);
      return window;
    });
    const hasFailed = task.result?.state === 'fail';
    for (const [index, window] of windows.entries()) {
      const path = join(inject('screenshots'), `${fileName(task.name)}${index === 0 ? '' : `-${index + 1}`}`);
      mkdirSync(inject('screenshots'), { recursive: true });
      await window.page.screenshot({ path: `${path}.png` });
      if (hasFailed) writeFileSync(`${path}.log`, window.server.log);
      await window.close();
    }
    await Promise.all(servers.map((server) => server.stop()));
  },
});

function workspaceFolder(folder: string): Opened {
  return { folder: join(folder, 'workspace') };
}

function fileName(title: string): string {
  return title.replaceAll(/[^\w]+/g, '-').toLowerCase();
}
