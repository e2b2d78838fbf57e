import { existsSync } from 'node:fs';
import { BroadcastChannel } from 'node:worker_threads';
import { type Clock, systemClock } from '../../../src/actors/runtime/clock.js';
import { runActor } from '../../../src/actors/runtime/thread.js';
import { QueueMeter } from '../../../src/workers/watch/per-directory/queue-meter.js';
import type { WatchThreadProtocol } from '../../../src/workers/watch/back-end/start-watch-thread.js';
import { createWatchThread } from '../../../src/workers/watch/per-directory/watch-thread.js';
import { crash, type Crash } from '../crash.js';

/** What the watch thread can be made to do. */
export type Order =
  | { readonly type: 'die'; readonly how: Crash }
  /** It says that it takes orders. */
  | { readonly type: 'greet' }
  /** It is busy until there is a file of this name. */
  | { readonly type: 'hang'; readonly until: string }
  /** It forgets what it does later: what heals a loss, and what looks for one. */
  | { readonly type: 'heal nothing' };

let heals = true;
const clock: Clock = {
  now: () => systemClock.now(),
  after: (delayMs, callback) =>
    systemClock.after(delayMs, () => {
      if (heals || delayMs < 100) callback();
    }),
};

const orders = new BroadcastChannel('frail-watch-thread');
const busy = new BroadcastChannel('frail-watch-thread-busy');
orders.addEventListener('message', (event) => {
  const { data: order } = event as unknown as { data: Order };
  if (order.type === 'die') crash(order.how);
  else if (order.type === 'heal nothing') heals = false;
  else if (order.type === 'greet') busy.postMessage('here');
  else {
    busy.postMessage('busy');
    while (!existsSync(order.until)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
  }
});

await runActor<WatchThreadProtocol>(() => createWatchThread({ clock, meter: new QueueMeter() }));
