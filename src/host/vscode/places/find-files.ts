import type { SearchHit } from '../../../actors/protocol/workspace.js';
import type { Workspace } from '../../workspace.js';

// More than a person looks through in a list.
const MAX_HITS = 200;

/**
 * The files and folders that a path in a message may mean, though it leads nowhere: those whose path ends as it does, as
 * long a part of it as any has. Errors: those of `Workspace.search`.
 */
export async function findFiles(
  written: string,
  workspace: Pick<Workspace, 'search'>,
): Promise<readonly SearchHit[]> {
  const segments = written.split(/[/\\]/).filter((segment) => !['', '.', '..'].includes(segment));
  const name = segments.at(-1);
  if (name === undefined) return [];
  const { hits } = await workspace.search(name, { limit: MAX_HITS, mode: 'fuzzy' });
  for (let from = 0; from < segments.length; from += 1) {
    const tail = segments.slice(from).join('/').toLowerCase();
    const same = hits.filter(
      ({ path }) => path.toLowerCase() === tail || path.toLowerCase().endsWith(`/${tail}`),
    );
    if (same.length > 0) return same;
  }
  return [];
}
