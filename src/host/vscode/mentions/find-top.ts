import type { RelPath, SearchHit } from '../../../actors/protocol/workspace.js';
import type { Workspace } from '../../workspace.js';

const FOLDER = { isDir: true, isSymlink: false, isCore: false, mtimeMs: 0, score: 0, ranges: [] } as const;

interface TopOptions {
  readonly workspace: Pick<Workspace, 'roots' | 'search'>;
  /** The names of the folders in a folder of the disk. Errors: those of the file system. */
  readonly listFolders: (folder: string) => Promise<readonly string[]>;
  /** The most folders of each root. */
  readonly limit: number;
  readonly signal: AbortSignal;
}

/**
 * The folders at the top of each root that have something in the index, which leaves out what is ignored. Errors: see
 * `Workspace.search`.
 */
export async function findTop({
  workspace,
  listFolders,
  limit,
  signal,
}: TopOptions): Promise<readonly SearchHit[]> {
  const found: SearchHit[] = [];
  for (const root of workspace.roots) {
    // A root that is gone has nothing at its top.
    const names = await listFolders(root).catch((): readonly string[] => []);
    for (const name of names.slice(0, limit)) {
      // A query that ends in a slash lists a folder: one step in the index, however large that is.
      const options = { base: '', root, limit: 1, mode: 'prefix', signal } as const;
      const { hits } = await workspace.search(`${name}/`, options);
      if (hits.length > 0) found.push({ root, path: name as RelPath, ...FOLDER });
    }
  }
  return found;
}
