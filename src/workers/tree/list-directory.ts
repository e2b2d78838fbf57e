import { FileNotFoundError } from '../../actors/protocol/errors.js';
import type { AbsPath, Entry, ListReply, RelPath } from '../../actors/protocol/workspace.js';
import { findClosest } from '../index/closest.js';
import type { IndexData } from '../index/data.js';
import { flatEntry } from '../index/flat-entry.js';
import { listChildren } from '../index/listing.js';

/** Children on a page. Source: SPEC D4; S0, MAX_CHILDREN_URIs_PAGE. */
const PAGE_SIZE = 500;

// As many as a reader takes in at a glance.
const MAX_SUGGESTIONS = 5;

/**
 * One page of a directory's children, counted from 1.
 * Errors: `FileNotFoundError`, with the closest paths, when the path is not in the index.
 */
export function listDirectory(data: IndexData, root: AbsPath, path: RelPath, page: number): ListReply {
  const directory = data.find(path);
  if (directory === -1) {
    const suggestions = findClosest(data, path, MAX_SUGGESTIONS);
    throw new FileNotFoundError(`No such file or directory: ${path}`, { path, suggestions });
  }
  if (!data.isDirectory(directory)) {
    return { children: null, hasNextPage: false, hasPrevPage: false, itemsRemaining: 0 };
  }
  const ids = listChildren(data, directory);
  const end = PAGE_SIZE * page;
  return {
    children: ids
      .slice(end - PAGE_SIZE, end)
      .map((id): Entry => Object.assign({ root }, flatEntry(data, id))),
    hasNextPage: ids.length > end,
    hasPrevPage: page > 1,
    itemsRemaining: Math.max(0, ids.length - end),
  };
}
