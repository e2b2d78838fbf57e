import { performance } from 'node:perf_hooks';
import { askChild } from './child.js';
import type { Contender } from './paired-runs.js';
import { findFd } from './peers/fd.js';
import { fdirFiles } from './peers/fdir.js';
import { gitFiles } from './peers/git.js';
import { sortPresent, type ListPeer } from './peers/peer.js';
import { rgFiles } from './peers/rg.js';
import { openTroupe, readyStatus, startTroupe } from './troupe.js';

/** One scan of the whole tree. */
export interface ScanSample {
  readonly files: number;
  readonly ms: number;
  /** The scan as the index's thread timed it: from the first directory until all is in the index. */
  readonly scanMs?: number;
}

/** Listing by a peer, timed. */
export function peerScan(peer: ListPeer, root: string): Contender<ScanSample> {
  return {
    label: peer.label,
    async run() {
      const start = performance.now();
      const { length } = await peer.list(root);
      return { files: length, ms: performance.now() - start };
    },
  };
}

/** A host in this process from nothing until its index is whole; what its threads run is compiled anew each time. */
export function freshScan(root: string): Contender<ScanSample> {
  return {
    label: 'Troupe, createHost until ready',
    async run() {
      const start = performance.now();
      const host = await startTroupe(root);
      try {
        const { files, scanMs } = await readyStatus(host);
        return { files, scanMs, ms: performance.now() - start };
      } finally {
        await host[Symbol.asyncDispose]();
      }
    },
  };
}

// Compilers have done what they will by then.
const WARM_UPS = 5;

/** A host that has scanned before and is kept, each time reading the whole tree anew into a new index. */
export async function openRescan(root: string): Promise<Contender<ScanSample> & AsyncDisposable> {
  const { host } = await openTroupe(root);
  const scan = async (): Promise<ScanSample> => {
    const start = performance.now();
    await host.workspace.refresh();
    const ms = performance.now() - start;
    const { files, scanMs } = await readyStatus(host);
    return { files, scanMs, ms };
  };
  for (let warmUp = 0; warmUp < WARM_UPS; warmUp++) await scan();
  return {
    label: 'Troupe, a host that reads all again',
    run: scan,
    [Symbol.asyncDispose]: () => host[Symbol.asyncDispose](),
  };
}

/** A host from nothing until its index is whole, first of all in a new process; starting that process is not in the time. */
export function firstScan(root: string): Contender<ScanSample> {
  return {
    label: 'Troupe, the very first of a process',
    run: () => askChild<ScanSample>('first-scan', { args: [root] }),
  };
}

/** All who list a tree, the ones that are not here as notes. */
export function scanPeers(root: string): {
  readonly contenders: readonly Contender<ScanSample>[];
  readonly notes: readonly string[];
} {
  const { present, notes } = sortPresent<ListPeer>([rgFiles, findFd(), gitFiles, fdirFiles]);
  return { contenders: present.map((peer) => peerScan(peer, root)), notes };
}
