import type { AbsPath, Entry, ListReply, RelPath } from '../../actors/protocol/workspace.js';
import { joinPath } from '../../actors/protocol/rel-path.js';
import { compareListed } from '../index/search/listing.js';
import { EntryKindBit } from '../parts/scan-part.js';
import type { DirectoryListing } from '../walk/read-directory.js';
import { sortRange } from '../collections/sort-range.js';

/** Children on a page. Source: SPEC D4; S0, MAX_CHILDREN_URIs_PAGE. */
const PAGE_SIZE = 500;

/** The reply for a path that is a file. */
export const NOT_A_DIRECTORY_REPLY: ListReply = {
  children: null,
  hasNextPage: false,
  hasPrevPage: false,
  itemsRemaining: 0,
};

/**
 * One page of a directory's children, counted from 1: directories first, then files, each in natural order.
 * Cost: O(children), and a sort of the page.
 */
export function listDirectory(
  { root, path }: { readonly root: AbsPath; readonly path: RelPath },
  { names, kinds }: Pick<DirectoryListing, 'names' | 'kinds'>,
  page: number,
): ListReply {
  const children = names.map((name, index) => {
    const kind = kinds[index]!;
    return {
      name,
      isDirectory: (kind & EntryKindBit.directory) !== 0,
      isSymlink: (kind & EntryKindBit.symlink) !== 0,
    };
  });
  const end = PAGE_SIZE * page;
  const shown = sortRange(children, end - PAGE_SIZE, end, compareListed);
  return {
    children: shown.map(({ name, isDirectory, isSymlink }): Entry => ({
      root,
      path: joinPath(path, name),
      isDir: isDirectory,
      isSymlink,
      isCore: false,
      mtimeMs: 0,
    })),
    hasNextPage: children.length > end,
    hasPrevPage: page > 1,
    itemsRemaining: Math.max(0, children.length - end),
  };
}
