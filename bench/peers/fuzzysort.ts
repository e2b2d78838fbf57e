import fuzzysort from 'fuzzysort';
import type { FindPeer } from './peer.js';

export const fuzzysortPeer: FindPeer = {
  label: 'fuzzysort',
  note: 'a snapshot made ahead, as its documentation advises, threshold 0 so that it finds all it can',
  prepare(paths) {
    const snapshot = fuzzysort.snapshot(paths);
    return (query, limit) =>
      fuzzysort.go(query, snapshot, { limit, threshold: 0 }).map(({ target }) => target);
  },
};
