import { createHost, type Host, type RootStatus } from '../src/host/api.js';

export interface TroupeOptions {
  readonly isWatched?: boolean;
  /** Where the index is kept for the next time. Default: nowhere. */
  readonly cacheDirectory?: string | null;
}

/** A host over one root whose index is whole. */
export async function openTroupe(
  root: string,
  options: TroupeOptions = {},
): Promise<{ readonly host: Host; readonly status: RootStatus }> {
  const host = await startTroupe(root, options);
  try {
    return { host, status: await readyStatus(host) };
  } catch (error) {
    await host[Symbol.asyncDispose]();
    throw error;
  }
}

/** A host whose index has only begun to fill. */
export function startTroupe(
  root: string,
  { isWatched = false, cacheDirectory = null }: TroupeOptions = {},
): Promise<Host> {
  return createHost({
    roots: [root],
    workspace: {
      start: 'eager',
      watcher: isWatched ? 'auto' : 'none',
      isReadAhead: isWatched,
      cacheDirectory,
    },
  });
}

/** Errors: the index did not get ready. */
export async function readyStatus({ workspace }: Host): Promise<RootStatus> {
  const [status] = await workspace.whenReady();
  if (status?.phase !== 'ready') throw new Error(`The index is ${status?.phase}: ${status?.reason}`);
  return status;
}

/** Every path that the index holds, in its order. */
export async function filesOf({ workspace }: Host): Promise<string[]> {
  const paths: string[] = [];
  for await (const batch of await workspace.files()) paths.push(...batch.paths);
  return paths;
}

/** A field of the status that this build of Troupe may not have. */
export function reportedField(status: RootStatus, name: string): string | number | undefined {
  const value: unknown = Reflect.get(status, name);
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}
