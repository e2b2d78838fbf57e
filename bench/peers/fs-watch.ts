import type { WatchPeer } from './watch-peer.js';
import { startWatching } from './watching-child.js';

/** What the system needs to tell of a file at all: one watch, on the folder that the files come into. */
export const fsWatchPeer: WatchPeer = {
  label: 'a bare fs.watch of the folder',
  start: (_root, folder) => startWatching('fs-watch', folder),
};

/** The same, where one thread watches, a second one knows and the first one of the process asks: with nothing in between. */
export const fsWatchThreadsPeer: WatchPeer = {
  label: 'a bare fs.watch, through three bare threads',
  start: (_root, folder) => startWatching('fs-watch-threads', folder),
};
