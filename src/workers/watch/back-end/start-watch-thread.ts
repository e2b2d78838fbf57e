import { ActorLostError } from '../../../actors/protocol/errors.js';
import { messageOf } from '../../../actors/protocol/errors/message-of.js';
import type { Ref } from '../../../actors/runtime/ref.js';
import { startThread } from '../../../actors/runtime/thread.js';
import { isResourceShortage } from '../../disk/is-resource-shortage.js';
import type { BackEnd, BackEndExit, BackEndHandlers } from './back-end.js';
import type { FromBackEnd, ToBackEnd } from './messages.js';

/** The watch thread as an actor that receives and sends a back end's messages. */
export interface WatchThreadProtocol {
  asks: object;
  tells: { [T in ToBackEnd['type']]: Extract<ToBackEnd, { type: T }> };
  events: { said: FromBackEnd };
}

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
      // A thread that is not ready in time ends by itself.
      starting.then(
        (ref) => void ref[Symbol.asyncDispose](),
        () => undefined,
      );
    },
  };
}

function endBy(error: unknown): BackEndExit {
  // A thread that was not ready in time has no exit code; the machine may just be busy.
  const isOwnFault = !(error instanceof ActorLostError) || error.details.exitCode !== undefined;
  return { reason: messageOf(error), isOwnFault, isResourceShortage: isResourceShortage(error) };
}
