import type { Clock } from '../../../actors/runtime/clock.js';
import type { ActorBody, Emit } from '../../../actors/runtime/ref.js';
import type { QueueMeter } from './queue-meter.js';
import type { WatchThreadProtocol } from '../back-end/start-watch-thread.js';
import { createWatchMessageHandler } from '../back-end/watch-message-handler.js';
import { WatchedTree } from './watched-tree.js';

/** The message handler of the watch thread: it watches roots directory by directory until the thread ends. */
export function createWatchThread(options: {
  readonly clock: Clock;
  readonly meter: QueueMeter;
}): ActorBody<WatchThreadProtocol> {
  let emit: Emit<WatchThreadProtocol> = () => undefined;
  const receive = createWatchMessageHandler({
    open: (root) => new WatchedTree({ ...options, ...root }),
    send: (message) => {
      emit('said', message);
    },
  });
  return {
    start: (announce) => {
      emit = announce;
    },
    asks: {},
    tells: { watch: receive, taken: receive, ping: receive },
  };
}
