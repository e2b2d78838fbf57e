import { lookup } from 'node:dns/promises';
import { networkInterfaces } from 'node:os';
import { orAbort } from '../../../actors/runtime/abort.js';
import type { WebAccess } from '../../../actors/tools/web/web-access.js';

/**
 * The web as this machine reaches it. Proxies of the environment are not used: a proxy would look up names by itself, and
 * nobody could judge to which address a request goes.
 */
export const nodeWeb: WebAccess = {
  resolve: async (host, signal) => {
    const found = await orAbort(lookup(host, { all: true }), signal);
    return found.map(({ address }) => address);
  },
  ownNetworks: () =>
    Object.values(networkInterfaces()).flatMap((addresses = []) =>
      addresses.flatMap(({ address, cidr }) => {
        const prefixBits = Number(cidr?.split('/')[1] ?? Infinity);
        return [{ address, prefixBits }];
      }),
    ),
  // Loaded on demand: Node's modules for requests take some milliseconds, and most conversations open no page.
  open: async (url, request) => {
    const { openPinned } = await import('./open-pinned.js');
    return openPinned(url, request);
  },
};
