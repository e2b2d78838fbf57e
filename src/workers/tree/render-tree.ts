import { basename } from 'node:path';
import type { RelPath, TreeReply } from '../../actors/protocol/workspace.js';
import { describeDirectory } from './describe-directory.js';
import type { TreeSource } from './tree-source.js';

/** As much as a model can use well from one reply. Units: characters. Source: S0, MAX_DIRSTR_CHARS_TOTAL_TOOL. */
export const MAX_TREE_CHARS = 20_000;

/** Source: S0, MAX_FILES_TOTAL. */
export const MAX_TREE_ENTRIES = 1000;

const TRUNCATED = '\n...Result was truncated...';

/** A directory to draw. */
export interface TreeTop {
  readonly source: TreeSource;
  readonly path: RelPath;
  /** The absolute path, as the reader knows the directory. */
  readonly title: string;
}

/** The line above a tree. */
export function treeHeader(title: string): string {
  return `Directory of ${title}:\n`;
}

/** The name of a tree's topmost directory. */
export function topName(title: string): string {
  return basename(title);
}

/**
 * Renders a directory as text for a model: a header, the tree, and a notice when something was left out. The text
 * stays within `maxChars`, and no line is cut. Source: SPEC D1.
 */
export function renderTree(
  { source, path, title }: TreeTop,
  {
    maxChars = MAX_TREE_CHARS,
    maxEntries = MAX_TREE_ENTRIES,
  }: { maxChars?: number; maxEntries?: number } = {},
): TreeReply {
  const header = treeHeader(title);
  const maxCharsWhole = maxChars - header.length;
  const maxCharsCutOff = maxCharsWhole - TRUNCATED.length;
  const { text, isCutOff } = describeDirectory(
    { directory: source.open(path), name: topName(title) },
    header,
    { maxCharsWhole, maxCharsCutOff, maxEntries },
  );
  if (!isCutOff) return { text, isTruncated: false };
  const notice = TRUNCATED.trimStart();
  if (maxCharsCutOff < 0) return { text: notice.length <= maxChars ? notice : '', isTruncated: true };
  return { text: text + TRUNCATED, isTruncated: true };
}
