import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { chromium, type Browser, type BrowserContext, type Locator, type Page } from 'playwright-core';
import type { FromView, KeptDraft, ToView, ViewStatus } from '../../../../src/actors/protocol/ui.js';
import { buildWebviewHtml } from '../../../../src/host/vscode/chat/build-webview-html.js';
import { chromiumPath } from '../../../doubles/chromium-path.js';
import { Story, type ToldTurn } from './state/story.js';
import { DARK, type Theme } from './themes.js';

const ROOT = join(import.meta.dirname, '../../../..');
const WEBVIEW = join(ROOT, 'src/host/vscode/webview');

// A secure context, so that there is a clipboard. Nothing listens there: the test answers itself.
const ORIGIN = 'http://localhost';

// What VS Code puts before the styles of every webview.
const VSCODE_STYLES = `
html { scrollbar-color: auto; }
body { overscroll-behavior-x: none; background-color: var(--vscode-sideBar-background); color: var(--vscode-editor-foreground);
  font-family: var(--vscode-font-family); font-weight: var(--vscode-font-weight); font-size: var(--vscode-font-size); margin: 0; padding: 0 20px; }
img, video { max-width: 100%; max-height: 100%; }
a, a code { color: var(--vscode-textLink-foreground); }
a:hover { color: var(--vscode-textLink-activeForeground); }
a:focus, input:focus, select:focus, textarea:focus { outline: 1px solid -webkit-focus-ring-color; outline-offset: -1px; }
code { font-family: var(--monaco-monospace-font); color: var(--vscode-textPreformat-foreground); background-color: var(--vscode-textPreformat-background); padding: 1px 3px; border-radius: 4px; }
pre code { padding: 0; }
blockquote { background: var(--vscode-textBlockQuote-background); border-color: var(--vscode-textBlockQuote-border); }
`;

export interface PageOptions {
  readonly theme?: Theme;
  readonly width?: number;
  readonly height?: number;
  /** What the view remembered before a reload. */
  readonly saved?: unknown;
  readonly forcedColors?: 'active' | 'none';
}

declare global {
  interface Window {
    /** What the view has said, the oldest first. */
    readonly said: FromView[];
    /** The drafts that the view gave to the extension to keep, the oldest first. */
    readonly keptDrafts: KeptDraft[];
    readonly remembered: unknown[];
    /** Directives of the security policy that something was against. */
    readonly violations: string[];
  }
}

export const STATUS: ViewStatus = {
  mode: 'agent',
  provider: 'offline',
  model: 'rules',
  index: { phase: 'ready', files: 1234 },
  isTrusted: true,
  offersSetup: true,
};

/** A browser with the view's bundle, as the package has it. */
export class ViewBrowser {
  readonly #browser: Browser;
  /** The files of the bundle, by name. */
  readonly #files: ReadonlyMap<string, Buffer>;

  private constructor(browser: Browser, files: ReadonlyMap<string, Buffer>) {
    this.#browser = browser;
    this.#files = files;
  }

  static async launch(): Promise<ViewBrowser> {
    const { outputFiles } = await build({
      absWorkingDir: ROOT,
      entryPoints: [join(WEBVIEW, 'main.tsx'), join(WEBVIEW, 'main.css')],
      outdir: '/',
      bundle: true,
      write: false,
      format: 'iife',
      target: 'es2022',
      loader: { '.ttf': 'file' },
      assetNames: '[name]',
    });
    const files = new Map(outputFiles.map(({ path, contents }) => [basename(path), Buffer.from(contents)]));
    const browser = await chromium.launch({
      executablePath: chromiumPath,
      headless: true,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    });
    return new ViewBrowser(browser, files);
  }

  #file(name: string): Buffer {
    const content = this.#files.get(name);
    if (content === undefined)
      throw new Error(`The bundle has no ${name}, only ${[...this.#files.keys()].join(', ')}.`);
    return content;
  }

  /** A page with the view on it, before it was told anything. */
  async open(options: PageOptions = {}): Promise<ViewPage> {
    const { theme = DARK, width = 360, height = 640, saved, forcedColors = 'none' } = options;
    const context = await this.#browser.newContext({
      viewport: { width, height },
      forcedColors,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const page = await context.newPage();
    const requests: string[] = [];
    await page.route('**', async (route) => {
      const url = route.request().url();
      if (url === `${ORIGIN}/`)
        await route.fulfill({
          contentType: 'text/html',
          body: html(),
          // No string may become HTML or script anywhere in the view, whatever is in it.
          headers: { 'content-security-policy': "require-trusted-types-for 'script'; trusted-types 'none'" },
        });
      else if (url === `${ORIGIN}/main.js`)
        await route.fulfill({ contentType: 'text/javascript', body: this.#file('main.js') });
      else if (url === `${ORIGIN}/main.css`)
        await route.fulfill({
          contentType: 'text/css',
          body: `${toCss(theme)}${this.#file('main.css').toString()}`,
        });
      else if (url.startsWith(`${ORIGIN}/codicon.ttf`))
        await route.fulfill({ contentType: 'font/ttf', body: this.#file('codicon.ttf') });
      else {
        requests.push(url);
        await route.abort();
      }
    });
    await page.addInitScript(
      ({ bodyClass, saved }) => {
        const remembered: unknown[] = saved === undefined ? [] : [saved];
        const said: unknown[] = [];
        const keptDrafts: unknown[] = [];
        const violations: string[] = [];
        Object.assign(window, {
          said,
          keptDrafts,
          remembered,
          violations,
          acquireVsCodeApi: () => ({
            postMessage: (message: { type: string; draft?: unknown }) => {
              if (message.type === 'keepDraft') keptDrafts.push(structuredClone(message.draft));
              // Where the focus is depends on the browser; the tests in VS Code see to it.
              else if (message.type !== 'focused') said.push(structuredClone(message));
            },
            getState: () => remembered.at(-1),
            setState: (state: unknown) => remembered.push(structuredClone(state)),
          }),
        });
        document.addEventListener('securitypolicyviolation', (event) => {
          violations.push(`${event.effectiveDirective} ${event.blockedURI} ${event.sample}`);
        });
        document.addEventListener('DOMContentLoaded', () => document.body.classList.add(bodyClass));
      },
      { bodyClass: theme.bodyClass, saved },
    );
    await page.goto(`${ORIGIN}/`);
    return new ViewPage(page, context, requests);
  }

  async close(): Promise<void> {
    await this.#browser.close();
  }
}

function html(): string {
  return buildWebviewHtml({
    script: `${ORIGIN}/main.js`,
    styles: `${ORIGIN}/main.css`,
    cspSource: ORIGIN,
    nonce: 'abc123',
  });
}

function toCss({ variables }: Theme): string {
  const lines = Object.entries(variables).map(([name, value]) => `--vscode-${name}: ${value};`);
  return `:root { ${lines.join(' ')} }\n${VSCODE_STYLES}`;
}

/** The view, told and asked as the extension would, and used as a person would. */
export class ViewPage {
  readonly page: Page;
  /** Addresses that were asked for and are not the view's own files. */
  readonly requests: readonly string[];
  readonly #context: BrowserContext;

  constructor(page: Page, context: BrowserContext, requests: readonly string[]) {
    this.page = page;
    this.#context = context;
    this.requests = requests;
  }

  get message(): Locator {
    return this.page.getByRole('textbox', { name: 'Message' });
  }

  get log(): Locator {
    return this.page.getByRole('log', { name: 'Chat' });
  }

  get files(): Locator {
    return this.page.getByRole('listbox', { name: 'Suggestions' });
  }

  get turns(): Locator {
    return this.page.locator('article');
  }

  /** Resolves once the question that waits takes an answer. */
  async answerable(): Promise<void> {
    await this.page.getByRole('button', { name: 'Approve', exact: true, disabled: false }).waitFor();
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name, exact: typeof name === 'string' });
  }

  /** Tells the view, and resolves once it has drawn what came of it. */
  async tell(...messages: readonly ToView[]): Promise<void> {
    await this.page.evaluate(async (messages) => {
      for (const message of messages) window.dispatchEvent(new MessageEvent('message', { data: message }));
      // The view draws in the first frame; in the second that has been laid out.
      await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
    }, messages);
  }

  /** Gives the view its first state. */
  async start({
    turns = [],
    status = STATUS,
  }: { readonly turns?: readonly ToldTurn[]; readonly status?: ViewStatus } = {}): Promise<void> {
    await this.tell({ type: 'state', state: { thread: Story.of(turns), status } });
    await this.page.locator('body[data-ready="true"]').waitFor();
  }

  said(): Promise<readonly FromView[]> {
    return this.page.evaluate(() => window.said);
  }

  remembered(): Promise<unknown> {
    return this.page.evaluate(() => window.remembered.at(-1));
  }

  /** Resolves to the newest kept draft, once its text contains some text. */
  async kept(text: string): Promise<KeptDraft> {
    await this.page.waitForFunction((part) => window.keptDrafts.at(-1)?.text.includes(part) === true, text);
    return this.page.evaluate(() => window.keptDrafts.at(-1)!);
  }

  violations(): Promise<readonly string[]> {
    return this.page.evaluate(() => window.violations);
  }

  async close(): Promise<void> {
    await this.#context.close();
  }
}
