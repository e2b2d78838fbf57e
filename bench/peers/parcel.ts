import { startChild } from '../child.js';
import type { WatchPeer } from './watch-peer.js';

/** The subscription alone, in a process of its own: no index behind it, and the time is taken where the events come in. */
export const parcelPeer: WatchPeer = {
  label: '@parcel/watcher alone',
  async start(root) {
    const child = startChild('parcel', [root]);
    try {
      await child.ask();
    } catch (error) {
      await child[Symbol.asyncDispose]();
      throw error;
    }
    return {
      // It knows every path by its name.
      mark: () => Promise.resolve(),
      arrivals: (files) => child.ask<(number | undefined)[]>({ files }),
      [Symbol.asyncDispose]: () => child[Symbol.asyncDispose](),
    };
  },
};
