import type { WatchPeer } from './watch-peer.js';
import { startWatching } from './watching-child.js';

/** What the system needs to tell of a file at all: one watch, on the folder that the files come into. */
export const fsWatchPeer: WatchPeer = {
  label: 'a bare fs.watch of the folder',
  start: (_root, folder) => startWatching('fs-watch', folder),
};
