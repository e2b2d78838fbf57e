/** What one way to know a tree's paths takes, in a process that holds nothing else. Needs --expose-gc. */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { tries } from '../peers/tries.js';
import { replyAndExit } from '../reply-and-exit.js';
import { openTroupe } from '../troupe.js';

// Ends of threads and freed pages come to rest in it.
const REST_MS = 500;

const [kind = '', root = '', list = ''] = process.argv.slice(2);

async function used(): Promise<{ readonly rss: number; readonly heap: number }> {
  globalThis.gc?.();
  await sleep(REST_MS);
  globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  return { rss, heap: heapUsed + external };
}

/** What the figure is for, kept alive until it was taken. */
async function hold(): Promise<{ readonly held: unknown; readonly bytes?: number; readonly files: number }> {
  if (kind === 'troupe') {
    const { host, status } = await openTroupe(root);
    return { held: host, bytes: status.bytes, files: status.files };
  }
  const paths = readFileSync(list, 'utf8').split('\0');
  if (kind === 'tries') return { held: tries.prepare(paths), files: paths.length };
  // A string of its own for each path: what `split` gives may be a slice that keeps the whole text alive.
  return { held: paths.map((path) => Buffer.from(path).toString()), files: paths.length };
}

const before = await used();
const { held, bytes, files } = await hold();
const after = await used();
replyAndExit({
  files,
  bytes: bytes ?? after.heap - before.heap,
  rssBefore: before.rss,
  rssAfter: after.rss,
  isHeld: held !== undefined,
});
