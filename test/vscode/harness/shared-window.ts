import type { CodeWindow } from './code-window.js';
import { EditorRun } from './editor-run.js';
import { startOver, type StartOverOptions } from './start-over.js';
import type { WarmBrowser } from './warm-browser.js';

/** One window for the tests of a file, which take it one after the other. */
export class SharedWindow {
  readonly #browser: WarmBrowser;
  #run: EditorRun | undefined;
  #window: CodeWindow | undefined;

  constructor(browser: WarmBrowser) {
    this.#browser = browser;
  }

  /** The window with these files and settings: a new one, or the one there is, which starts over. */
  async take(options: StartOverOptions): Promise<CodeWindow> {
    if (this.#window !== undefined) {
      await startOver(this.#window, options);
      return this.#window;
    }
    this.#run = await EditorRun.start(this.#browser, options);
    this.#window = await this.#run.openWindow();
    return this.#window;
  }

  async keepPicture(...args: Parameters<EditorRun['keepPicture']>): Promise<void> {
    await this.#run?.keepPicture(...args);
  }

  /** Closes it: who comes next gets another one. */
  async leave(): Promise<void> {
    const run = this.#run;
    this.#run = undefined;
    this.#window = undefined;
    await run?.stop();
  }
}
