import type { FileVersion } from '../protocol/file-version.js';
import type { PathHistory } from './path-history.js';
import { isSameVersion } from './same-version.js';

type File = FileVersion & { readonly kind: 'file' };

/** How the changes of the thread to a path can be undone while those of others stay. */
export type Merge =
  /** The path becomes this version: all changes of others lie before those of the thread. */
  | { readonly kind: 'version'; readonly version: FileVersion | null }
  /** The change from `base` to `mine` has to be undone in the text `theirs`. */
  | { readonly kind: 'text'; readonly mine: File; readonly base: File; readonly theirs: File };

/** `undefined`: it cannot be told what would be left without the changes of the thread. */
export function planMerge({ stretches }: PathHistory, now: FileVersion | null): Merge | undefined {
  const left = [...stretches];
  let theirs = now;
  // The newest changes are undone first, as long as nobody has changed their outcome.
  for (let last = left.at(-1); last !== undefined && isSameVersion(last.after, theirs); last = left.at(-1)) {
    theirs = last.before;
    left.pop();
  }
  const [mine, ...others] = left;
  if (mine === undefined) return isKept(theirs) ? { kind: 'version', version: theirs } : undefined;
  if (others.length > 0 || !isFile(mine.after) || !isFile(mine.before) || !isFile(theirs)) return undefined;
  return { kind: 'text', mine: mine.after, base: mine.before, theirs };
}

function isFile(version: FileVersion | null): version is File {
  return version?.kind === 'file' && isKept(version);
}

function isKept(version: FileVersion | null): boolean {
  return version?.kind !== 'file' || version.source.kind !== 'none';
}
