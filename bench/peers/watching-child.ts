import { startChild } from '../child.js';
import type { Watching } from './watch-peer.js';

/** A process that watches, once it does. `name` is that of its file in `bench/children`. */
export async function startWatching(name: string, directory: string): Promise<Watching> {
  const child = startChild(name, { args: [directory] });
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
}
