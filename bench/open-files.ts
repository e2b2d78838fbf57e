import type { Host } from '../src/host/api.js';
import { readOptions } from './bench-options.js';
import { openBenchTree } from './bench-tree.js';
import { filesOf, openTroupe } from './troupe.js';

/** The tree that the options name, a host whose index of it is whole, and the files in that. */
export async function openFiles(): Promise<{
  readonly root: string;
  readonly host: Host;
  readonly paths: readonly string[];
}> {
  const root = openBenchTree(readOptions());
  const { host } = await openTroupe(root);
  try {
    return { root, host, paths: await filesOf(host) };
  } catch (error) {
    await host[Symbol.asyncDispose]();
    throw error;
  }
}
