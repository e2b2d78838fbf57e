import { systemClock } from '../actors/runtime/clock.js';
import { runActor } from '../actors/runtime/thread.js';
import { QueueMeter } from './watch/queue-meter.js';
import type { WatchThreadProtocol } from './watch/start-watch-thread.js';
import { createWatchThread } from './watch/watch-thread.js';

await runActor<WatchThreadProtocol>(() => createWatchThread({ clock: systemClock, meter: new QueueMeter() }));
