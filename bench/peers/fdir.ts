import { fdir } from 'fdir';
import type { ListPeer } from './peer.js';

export const fdirFiles: ListPeer = {
  label: 'fdir, no rules',
  note: 'it knows no ignore rules, and is spared node_modules and .git by name only',
  list: (root) =>
    new fdir()
      .withRelativePaths()
      .exclude((name) => name === '.git' || name === 'node_modules')
      .crawl(root)
      .withPromise(),
};
