import { ActorLostError } from '../../../actors/protocol/errors.js';
import type { Ref } from '../../../actors/runtime/ref.js';
import { startThread } from '../../../actors/runtime/thread.js';
import { isResourceShortage } from '../../disk/is-resource-shortage.js';
import type { BackEnd, BackEndEnd, BackEndHandlers } from './back-end.js';
import type { FromBackEnd, ToBackEnd } from './messages.js';
import { messageOf } from './watch-error.js';

/** The watch thread as an actor: it takes the messages of a back end and says those. */
export interface WatchThreadProtocol {
  asks: object;
  tells: { [T in ToBackEnd['type']]: Extract<ToBackEnd, { type: T }> };
  events: { said: FromBackEnd };
}

/** Starts `entry` as a thread of its own. */
export function startWatchThread(entry: URL, { onMessage, onEnd }: BackEndHandlers): BackEnd {
  const starting = startThread<WatchThreadProtocol>({ entry, name: 'watch', data: undefined });
  let running: Ref<WatchThreadProtocol> | undefined;
  starting.then(
    (ref) => {
      running = ref;
      ref.on('said', onMessage);
      void ref.lost.then((error) => {
        onEnd(endBy(error));
      });
      onMessage({ type: 'ready' });
    },
    (error: unknown) => {
      onEnd(endBy(error));
    },
  );
  return {
    send(message) {
      running?.tell(message.type, message);
    },
    end() {
      // One that has not come up ends by itself: it is ready in time or it is ended.
      starting.then(
        (ref) => void ref[Symbol.asyncDispose](),
        () => undefined,
      );
    },
  };
}

function endBy(error: unknown): BackEndEnd {
  // A thread that was never ready in time has no exit code, and may be on a machine that is busy.
  const isOwnDoing = !(error instanceof ActorLostError) || error.details.exitCode !== undefined;
  return { reason: messageOf(error), isOwnDoing, isResourceShortage: isResourceShortage(error) };
}
