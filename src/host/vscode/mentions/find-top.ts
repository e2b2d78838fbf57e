import type { SearchHit } from '../../../actors/protocol/workspace.js';
import type { Workspace } from '../../workspace.js';

// A name that is the beginning of many others comes before them.
const PREFIX_HITS = 5;

interface TopOptions {
  readonly workspace: Pick<Workspace, 'roots' | 'search'>;
  /** The names in a folder of the disk. Errors: those of the file system. */
  readonly listEntries: (folder: string) => Promise<readonly string[]>;
  /** The most hits for each root. */
  readonly limit: number;
  readonly signal: AbortSignal;
}

/** What is at the top of each root and in the index, which leaves out what is ignored. Errors: see `Workspace.search`. */
export async function findTop({
  workspace,
  listEntries,
  limit,
  signal,
}: TopOptions): Promise<readonly SearchHit[]> {
  const found = workspace.roots.map(async (root) => {
    // A root that is gone has nothing at its top.
    const names = await listEntries(root).catch((): readonly string[] => []);
    const hits = names.slice(0, limit).map(async (name) => {
      const options = { base: '', root, limit: PREFIX_HITS, mode: 'prefix', signal } as const;
      const { hits: close } = await workspace.search(name, options);
      return close.filter((hit) => hit.path === name);
    });
    return (await Promise.all(hits)).flat();
  });
  return (await Promise.all(found)).flat();
}
