// Opens a host on a folder, and uses up the files that it may have open, when its parent says so.
// Arguments: the built api, the folder, the watcher.
import { closeSync, openSync, writeFileSync } from 'node:fs';
import type { WorkspaceConfig } from '../../../src/actors/protocol/workspace.js';
import type * as api from '../../../src/host/api.js';
import { type Answer, MAX_WATCHES, type Order, type Orders } from '../starving-host.js';

// So soon is taken as well what a thread or a pipe that ends gives back.
const GRAB_MS = 3;

const [apiUrl = '', root = '', watcher = ''] = process.argv.slice(2);
const { createHost } = (await import(apiUrl)) as typeof api;
const held: number[] = [];
let grabbing: NodeJS.Timeout | undefined;
let opened: api.Host | undefined;

const say = (answer: Answer): void => {
  process.send?.(answer);
};

const orders: { readonly [O in Order]: () => Promise<Orders[O]> } = {
  async open() {
    opened = await createHost({
      roots: [root],
      workspace: {
        watcher: watcher as WorkspaceConfig['watcher'],
        cacheDirectory: null,
        start: 'eager',
        isReadAhead: true,
      },
    });
    const news = (): void => {
      say({ news: true });
    };
    opened.workspace.ref.on('changed', news);
    opened.workspace.ref.on('status', news);
  },
  async openAndStarve() {
    await orders.open();
    await orders.starve();
  },
  starve() {
    grab();
    grabbing = setInterval(grab, GRAB_MS);
    return Promise.resolve();
  },
  relax() {
    clearInterval(grabbing);
    for (const fd of held.splice(0)) closeSync(fd);
    return Promise.resolve();
  },
  giveWatches() {
    writeFileSync(MAX_WATCHES, '100000');
    return Promise.resolve();
  },
  async files() {
    const all: string[] = [];
    for await (const { paths } of await host().workspace.files()) all.push(...paths);
    return all;
  },
  async status() {
    const [status] = await host().workspace.status();
    if (status === undefined) throw new Error('The workspace has no root.');
    return status;
  },
  async search() {
    const { hits } = await host().workspace.search('there', { limit: 1000 });
    return hits.map(({ path }) => path);
  },
  async grep() {
    const request = {
      pattern: 'there',
      isRegex: false,
      caseSensitive: true,
      contextLines: 0,
      maxMatches: 10,
    };
    let count = 0;
    for await (const { matches } of await host().workspace.grep(request)) count += matches.length;
    return count;
  },
  async close() {
    await opened?.[Symbol.asyncDispose]();
    await orders.relax();
    process.off('disconnect', exit);
    setImmediate(() => {
      process.disconnect();
    });
  },
};

function grab(): void {
  try {
    for (;;) held.push(openSync('/dev/null', 'r'));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EMFILE')) throw error;
  }
}

function host(): api.Host {
  if (opened === undefined) throw new Error('No host is open.');
  return opened;
}

function exit(): void {
  process.exit(1);
}

process.on('disconnect', exit);
process.on('message', ({ id, order }: { id: number; order: Order }) => {
  orders[order]().then(
    (value) => {
      say({ id, value });
    },
    (error: unknown) => {
      const { message, code } = error as Error & { code?: string };
      say({ id, error: { message, ...(code === undefined ? {} : { code }) } });
    },
  );
});
