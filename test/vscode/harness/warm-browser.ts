import { createServer } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { inject } from 'vitest';
import { chromiumPath } from '../../doubles/chromium-path.js';

// Wide enough that no part of the workbench hides, and the same in every screenshot.
const VIEWPORT = { width: 1280, height: 800 };
// Generous for a machine with two busy cores; a wait that ends in time costs nothing.
const WAIT_TIMEOUT_MS = 60_000;
// All that a page stores, but not what the browser has fetched and compiled.
const STORED = 'cookies,file_systems,indexeddb,local_storage,service_workers,cache_storage';
// Outside of those that a system gives to connections.
const FIRST_PORT = 20_000;
const PORTS = 10_000;

/**
 * A browser that knows the workbench already: it keeps what it has fetched and compiled, from one file of tests to the
 * next, by address. So the VS Codes that a worker of vitest starts have one address, one after the other.
 */
export class WarmBrowser {
  readonly context: BrowserContext;
  readonly #port: number;

  private constructor(context: BrowserContext, port: number) {
    this.context = context;
    this.#port = port;
  }

  /** The browser of this worker of vitest. */
  static async start(): Promise<WarmBrowser> {
    const worker = Number(process.env['VITEST_POOL_ID']);
    const context = await chromium.launchPersistentContext(join(inject('browsers'), String(worker)), {
      executablePath: chromiumPath,
      // The tests may run as root, where Chromium's sandbox does not.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
      ],
      viewport: VIEWPORT,
      reducedMotion: 'reduce',
    });
    context.setDefaultTimeout(WAIT_TIMEOUT_MS);
    return new WarmBrowser(context, FIRST_PORT + ((inject('firstPort') + worker) % PORTS));
  }

  /** The port for the next VS Code. It is another one, and its window slower, while something listens there. */
  async port(): Promise<number> {
    const server = createServer().listen(this.#port, '127.0.0.1');
    try {
      await once(server, 'listening');
      return this.#port;
    } catch {
      return 0;
    } finally {
      server.close();
    }
  }

  /** The windows of a VS Code, the oldest first. */
  pagesOf(url: string): readonly Page[] {
    const { origin } = new URL(url);
    return this.context.pages().filter((page) => page.url().startsWith(origin));
  }

  /** Closes the windows of a VS Code and forgets what they have stored. */
  async forget(url: string): Promise<void> {
    await Promise.all(this.pagesOf(url).map((page) => page.close()));
    // The one that the browser has opened with.
    const [blank] = this.context.pages();
    if (blank === undefined) return;
    const session = await this.context.newCDPSession(blank);
    const { origin } = new URL(url);
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: STORED });
    await session.detach();
  }

  close(): Promise<void> {
    return this.context.close();
  }
}
