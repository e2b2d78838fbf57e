import type { WatchPeer } from './watch-peer.js';
import { startWatching } from './watching-child.js';

/** The subscription alone, in a process of its own: no index behind it, and the time is taken where the events come in. */
export const parcelPeer: WatchPeer = {
  label: '@parcel/watcher alone',
  start: (root) => startWatching('parcel', root),
};
