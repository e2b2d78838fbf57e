import type { RelPath } from '../../actors/protocol/workspace.js';
import type { IndexData } from './data.js';
import { NameMatch, NameMatcher } from './name-matcher.js';
import { compareBytes } from './path-order.js';
import { best } from './top-k.js';

/** Something to print in path order: an entry under its path, or what is in a directory under its path and a `/`. */
interface Step {
  readonly id: number;
  readonly key: string;
  readonly isContents: boolean;
}

/**
 * The first `limit` entries whose path starts with `prefix`, case aside: first those that do to the letter, then the
 * others, each in path order. Cost: the children of the directories on the way, and the output.
 */
export function findByPathPrefix(data: IndexData, prefix: RelPath, limit: number): number[] {
  const segments = prefix.split('/');
  const last = new NameMatcher(data.names, segments.pop()!);
  const exact: number[] = [];
  const folded: number[] = [];
  for (const directory of matchingDirectories(data, segments)) {
    for (let id = data.firstChild(directory.id); id !== 0; id = data.nextSibling(id)) {
      const match = last.prefix(data.nameIdOf(id));
      if (match === NameMatch.exact && directory.isExact) exact.push(id);
      else if (match !== NameMatch.none) folded.push(id);
    }
  }
  const found = inPathOrder(data, exact, limit);
  return found.length < limit ? [...found, ...inPathOrder(data, folded, limit - found.length)] : found;
}

function matchingDirectories(
  data: IndexData,
  segments: readonly string[],
): { id: number; isExact: boolean }[] {
  let directories = [{ id: 0, isExact: true }];
  for (const segment of segments) {
    const matcher = new NameMatcher(data.names, segment);
    const below: typeof directories = [];
    for (const directory of directories) {
      for (let id = data.firstChild(directory.id); id !== 0; id = data.nextSibling(id)) {
        if (!data.isDirectory(id)) continue;
        const match = matcher.whole(data.nameIdOf(id));
        if (match !== NameMatch.none) {
          below.push({ id, isExact: directory.isExact && match === NameMatch.exact });
        }
      }
    }
    directories = below;
  }
  return directories;
}

/** The first `limit` of these entries and all below them. */
function inPathOrder(data: IndexData, tops: readonly number[], limit: number): number[] {
  const found: number[] = [];
  const pending = steps(data, tops, limit);
  for (let step = pending.pop(); step !== undefined && found.length < limit; step = pending.pop()) {
    if (!step.isContents) {
      found.push(step.id);
      continue;
    }
    const children: number[] = [];
    for (let id = data.firstChild(step.id); id !== 0; id = data.nextSibling(id)) children.push(id);
    for (const below of steps(data, children, limit - found.length)) pending.push(below);
  }
  return found;
}

/** As many steps as `limit` entries can need, the first one last. */
function steps(data: IndexData, ids: readonly number[], limit: number): Step[] {
  const all: Step[] = [];
  for (const id of ids) {
    const key = data.pathOf(id);
    all.push({ id, key, isContents: false });
    if (data.isDirectory(id)) all.push({ id, key: `${key}/`, isContents: true });
  }
  // A directory's contents may be empty, but the directory itself is an entry: two steps an entry are enough.
  return best(all, 2 * limit, (a, b) => compareBytes(a.key, b.key)).reverse();
}
