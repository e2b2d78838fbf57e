import { LLMock, type MockServerOptions } from '@copilotkit/aimock';
import { expect, test as base } from 'vitest';
import type { CodeWindow } from './code-window.js';
import { EditorRun, type WindowOptions } from './editor-run.js';
import { HeldModel } from './held-model.js';
import { SharedWindow } from './shared-window.js';
import type { StartOverOptions } from './start-over.js';
import { WarmBrowser } from './warm-browser.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder that each worker of vitest has a folder in for its browser. */
    browsers: string;
    /** What Node has compiled of VS Code, so that each compiles only what is new to it. */
    compileCache: string;
    /** Each worker of vitest has the port behind that of the one before, for its VS Code. */
    firstPort: number;
    /** The folder that the extensions of a run are installed in, once for all tests. */
    extensions: string;
    /** The folder of those of VS Code's own extensions that tests use. */
    builtInExtensions: string;
    /** The folder that screenshots go to. */
    screenshots: string;
  }
}

interface Fixtures {
  readonly browser: WarmBrowser;
  /** Opens a window in a VS Code of its own. Afterwards a picture of it is kept, and nothing else. */
  readonly openWindow: (options?: WindowOptions) => Promise<CodeWindow>;
  readonly sharedWindow: SharedWindow;
  /**
   * Takes the window that the tests of a file share: a window is half the work of a test. For tests that depend on
   * nothing that a window, or what it has stored, still knows of those before them.
   */
  readonly shareWindow: (options?: StartOverOptions) => Promise<CodeWindow>;
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
      const browser = await WarmBrowser.start();
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  openWindow: async ({ browser, task, onTestFinished }, use) => {
    let windows = 0;
    await use(async ({ open, ...options } = {}) => {
      windows += 1;
      const name = windows === 1 ? task.name : `${task.name} ${windows}`;
      const run = await EditorRun.start(browser, options);
      onTestFinished(() => run.stop());
      onTestFinished(() => run.keepPicture(name, { withLog: task.result?.state === 'fail' }));
      const window = await run.openWindow(open);
      onTestFinished(() => {
        expect(window.complaints).toEqual([]);
      });
      return window;
    });
  },
  sharedWindow: [
    async ({ browser }, use) => {
      const shared = new SharedWindow(browser);
      await use(shared);
      await shared.leave();
    },
    { scope: 'file' },
  ],
  shareWindow: async ({ sharedWindow, task, onTestFinished }, use) => {
    await use(async (options = {}) => {
      onTestFinished(async () => {
        const isFailed = task.result?.state === 'fail';
        await sharedWindow.keepPicture(task.name, { withLog: isFailed });
        // Nobody knows in what state it is.
        if (isFailed) await sharedWindow.leave();
      });
      const window = await sharedWindow.take(options);
      const { length } = window.complaints;
      onTestFinished(() => {
        expect(window.complaints.slice(length)).toEqual([]);
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
