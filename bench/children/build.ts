/** One build of Troupe, in a process of its own: does what it is asked, and answers what that took. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { Host } from '../../src/host/api.js';
import type { BuildOrder } from '../build-orders.js';
import { timeEdits } from '../edit-turn.js';
import { countLines, shareRuledOut } from '../grep-lines.js';
import { measure } from '../loop-delay.js';
import { troupeWatch } from '../peers/troupe-watch.js';
import type { Watching } from '../peers/watch-peer.js';
import { openTroupe, readyStatus } from '../troupe.js';

// A screenful.
const HITS = 50;
const TREE_CHARS = 20_000;

let opened: Host | undefined;
let watching: Watching | undefined;

const host = (): Host => {
  if (opened === undefined) throw new Error('Nothing is open.');
  return opened;
};
const watched = (): Watching => {
  if (watching === undefined) throw new Error('Nothing is watched.');
  return watching;
};

/** Units: milliseconds. */
async function time(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Units: milliseconds, one figure for each. */
async function timeEach<T>(list: readonly T[], work: (one: T) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (const one of list) times.push(await time(() => work(one)));
  return times;
}

async function obey(order: BuildOrder): Promise<unknown> {
  switch (order.type) {
    case 'open': {
      const { root, isWatched = false, cacheDirectory = null } = order;
      opened = (await openTroupe(root, { isWatched, cacheDirectory })).host;
      return undefined;
    }
    case 'close': {
      await opened?.[Symbol.asyncDispose]();
      opened = undefined;
      return undefined;
    }
    case 'scan again': {
      await host().workspace.refresh();
      return (await readyStatus(host())).scanMs;
    }
    case 'delay': {
      const { result, delay } = await measure(() => openTroupe(order.root));
      await result.host[Symbol.asyncDispose]();
      return delay;
    }
    case 'find': {
      const { queries, mode } = order;
      return timeEach(queries, (query) => host().workspace.search(query, { limit: HITS, mode }));
    }
    case 'tree':
      return timeEach(Array.from({ length: order.times }), () =>
        host().workspace.tree('', { maxChars: TREE_CHARS }),
      );
    case 'grep':
      return time(() => countLines(host(), order));
    case 'share ruled out':
      return shareRuledOut(host());
    case 'edit': {
      // A file of its own for each: nothing of another turn is known.
      const file = join(order.folder, `edited-${process.pid}.ts`);
      writeFileSync(file, order.text);
      try {
        const ms = await timeEdits(order.folder, file, order.edits);
        if (readFileSync(file, 'utf8') === order.text) throw new Error('Nothing was edited.');
        return ms;
      } finally {
        rmSync(file);
      }
    }
    case 'watch': {
      watching = await troupeWatch.start(order.root, order.folder);
      return undefined;
    }
    case 'mark':
      return watched().mark();
    case 'arrivals':
      return watched().arrivals(order.files);
    case 'unwatch': {
      await watching?.[Symbol.asyncDispose]();
      watching = undefined;
    }
  }
  return undefined;
}

process.on('message', (order: BuildOrder) => {
  obey(order).then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ error: error instanceof Error ? error.stack : String(error) }),
  );
});
process.send?.('ready');
