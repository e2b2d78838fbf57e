import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Api from '../../src/host/api.js';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import { makeTempDir, removeTempDir, writeFiles } from '../doubles/temp-dir.js';

const built = pathToFileURL(join(import.meta.dirname, '../../dist/api.js')).href;

/** Calls `use` with a host as it is shipped, over a folder with these files, once they are indexed. */
export async function withHost(
  files: Readonly<Record<string, string | Uint8Array>>,
  use: (host: Api.Host, root: AbsPath) => Promise<void>,
): Promise<void> {
  const { createHost } = (await import(built)) as typeof Api;
  const root = makeTempDir();
  try {
    writeFiles(root, files);
    await using host = await createHost({
      roots: [root],
      workspace: { watcher: 'none', cacheDirectory: null, scanThreads: 1 },
      stateDirectory: join(root, '.state'),
    });
    await host.workspace.whenReady();
    await use(host, root);
  } finally {
    removeTempDir(root);
  }
}
