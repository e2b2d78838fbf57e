import { LLMock, type MockServerOptions } from '@copilotkit/aimock';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { expect, inject, test as base } from 'vitest';
import { CodeWindow } from './code-window.js';
import { HeldModel } from './held-model.js';
import { type Opened, VSCodeServer, type VSCodeServerOptions } from './vscode-server.js';

// Wide enough that no part of the workbench hides, and the same in every screenshot.
const VIEWPORT = { width: 1280, height: 800 };
// Generous for a machine with two busy cores; a wait that ends in time costs nothing.
const WAIT_TIMEOUT_MS = 60_000;

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the browser, which is one for all tests: the first page of one takes seconds longer. */
    browser: string;
    /** The folder that the extensions of a run are installed in, once for all tests. */
    extensions: string;
    /** The folder of those of VS Code's own extensions that tests use. */
    builtInExtensions: string;
    /** The folder that screenshots go to. */
    screenshots: string;
  }
}

export interface WindowOptions extends Omit<VSCodeServerOptions, 'extensions' | 'builtInExtensions'> {
  /** Whether VS Code has all of its own extensions, which takes seconds longer. Default: those that tests use. */
  readonly hasAllBuiltIn?: boolean;
  /** What the window opens, given the temporary folder. Default: the workspace folder. */
  readonly open?: (folder: string) => Opened;
}

interface Fixtures {
  readonly browser: Browser;
  /** Opens a window in a VS Code of its own. Afterwards a picture of it is kept, and nothing else. */
  readonly openWindow: (options?: WindowOptions) => Promise<CodeWindow>;
  /** Starts a model server that answers as the test tells it to. */
  readonly startModel: (options?: MockServerOptions) => Promise<LLMock>;
  /** Starts a model server that says some words and holds the rest back. */
  readonly startHeldModel: (words: string) => Promise<HeldModel>;
}

/** A test in a real VS Code with Troupe installed. */
export const test = base.extend<Fixtures>({
  browser: [
    // oxlint-disable-next-line no-empty-pattern -- vitest reads from the pattern what a fixture needs
    async ({}, use) => {
      const browser = await chromium.connect(inject('browser'));
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  openWindow: async ({ browser, task, onTestFinished }, use) => {
    let windows = 0;
    await use(async ({ open = workspaceFolder, hasAllBuiltIn = false, ...options } = {}) => {
      windows += 1;
      const picture = picturePath(windows === 1 ? task.name : `${task.name} ${windows}`);
      const server = await VSCodeServer.start({
        ...options,
        extensions: inject('extensions'),
        ...(hasAllBuiltIn ? {} : { builtInExtensions: inject('builtInExtensions') }),
      });
      onTestFinished(() => server.stop());
      const context = await browser.newContext({ viewport: VIEWPORT });
      context.setDefaultTimeout(WAIT_TIMEOUT_MS);
      onTestFinished(async () => {
        if (task.result?.state === 'fail') writeFileSync(`${picture}.log`, server.log);
        await context.pages()[0]?.screenshot({ path: `${picture}.png` });
        await context.close();
      });
      const window = await CodeWindow.open(context, server, open(server.profile.folder));
      onTestFinished(() => {
        expect(window.complaints).toEqual([]);
      });
      return window;
    });
  },
  startModel: async ({ onTestFinished }, use) => {
    await use(async (options = {}) => {
      const model = await LLMock.create({ port: 0, logLevel: 'silent', ...options });
      onTestFinished(() => model.stop());
      return model;
    });
  },
  startHeldModel: async ({ onTestFinished }, use) => {
    await use(async (words) => {
      const model = await HeldModel.start(words);
      onTestFinished(() => {
        model.stop();
      });
      return model;
    });
  },
});

function picturePath(name: string): string {
  return join(inject('screenshots'), name.replaceAll(/[^\w]+/g, '-').toLowerCase());
}

function workspaceFolder(folder: string): Opened {
  return { folder: join(folder, 'workspace') };
}
