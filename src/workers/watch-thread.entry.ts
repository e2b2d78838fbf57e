import { systemClock } from '../actors/runtime/clock.js';
import { runActor } from '../actors/runtime/thread.js';
import { QueueMeter } from './watch/per-directory/queue-meter.js';
import type { WatchThreadProtocol } from './watch/back-end/start-watch-thread.js';
import { createWatchThread } from './watch/per-directory/watch-thread.js';

await runActor<WatchThreadProtocol>(() => createWatchThread({ clock: systemClock, meter: new QueueMeter() }));
