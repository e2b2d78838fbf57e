import type { AbsPath } from '../../actors/protocol/workspace.js';
import type { Clock } from '../../actors/runtime/clock.js';
import type { FromWatchProcess, ToWatchProcess } from './messages.js';
import type { SubscribeTree } from './parcel.js';
import { WatchedRoot } from './watched-root.js';

export interface WatchBodyOptions {
  readonly subscribe: SubscribeTree;
  readonly clock: Clock;
  /** Resolves when there is room for the next message; never rejects. */
  readonly send: (message: FromWatchProcess) => Promise<void>;
}

/** The inside of the watch process: takes its messages, and watches the roots that they name until it is killed. */
export function createWatchBody({
  subscribe,
  clock,
  send,
}: WatchBodyOptions): (message: ToWatchProcess) => void {
  const roots = new Map<AbsPath, WatchedRoot>();

  function watch(root: AbsPath, ignored: Extract<ToWatchProcess, { type: 'watch' }>['ignored']): void {
    const known = roots.get(root);
    if (known !== undefined) {
      known.ignore(ignored);
      return;
    }
    const watched = new WatchedRoot({
      root,
      ignored,
      subscribe,
      clock,
      onBatch: (batch) => send({ type: 'batch', batch }),
      onState: (problem) => void send({ type: 'state', root, ...(problem === undefined ? {} : { problem }) }),
    });
    roots.set(root, watched);
    watched.start();
  }

  return (message) => {
    switch (message.type) {
      case 'watch':
        watch(message.root, message.ignored);
        break;
      case 'ping':
        void send({ type: 'pong' });
        break;
    }
  };
}
