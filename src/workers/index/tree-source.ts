import type { RelPath } from '../../actors/protocol/workspace.js';
import type { RuledLevel } from '../scan/one-level.js';
import { EntryKind } from '../scan/scan-part.js';
import type { TreeChild, TreeDirectory, TreeSource } from '../tree/tree-source.js';
import type { IndexData } from './data.js';
import { compareListed } from './listing.js';

/** What a tree shows beside what is in the index. */
export interface BesideIndex {
  /** The directories that rules left out of one: they are drawn, and not entered. Source: SPEC D2. */
  ignoredIn(directory: RelPath): readonly string[];
  /** A directory that the index knows in part, or not at all, as the disk has it; nothing when it cannot be read. */
  read(directory: RelPath): RuledLevel | undefined;
}

/** An index as something to draw: directories first, then files, each in natural order. Source: SPEC D2, W10. */
export function indexTreeSource(data: IndexData, beside: BesideIndex): TreeSource {
  const open = (path: RelPath): TreeDirectory => {
    const children = childrenOf(data, beside, path).sort(compareListed);
    const opened = new Map<number, TreeDirectory>();
    return {
      count: children.length,
      child: (place) => children[place]!,
      open(place) {
        let below = opened.get(place);
        if (below === undefined) {
          const { name } = children[place]!;
          below = open((path === '' ? name : `${path}/${name}`) as RelPath);
          opened.set(place, below);
        }
        return below;
      },
    };
  };
  return { open };
}

function childrenOf(data: IndexData, beside: BesideIndex, path: RelPath): TreeChild[] {
  const directory = data.find(path);
  const isKnown = directory !== -1 && data.isDirectory(directory);
  const onDisk = isKnown && data.isComplete(directory) ? undefined : beside.read(path);
  // By name, so that what is visible counts for more than what was left out.
  const children = new Map<string, TreeChild>();
  if (onDisk !== undefined) {
    for (const name of [...onDisk.ignored, ...onDisk.mayHoldCore]) children.set(name, ignoredDirectory(name));
    for (const [index, name] of onDisk.names.entries()) {
      children.set(name, visibleChild(name, onDisk.kinds[index]!));
    }
  } else if (isKnown) {
    for (const name of beside.ignoredIn(path)) children.set(name, ignoredDirectory(name));
    for (const id of data.childrenOf(directory)) {
      children.set(data.nameOf(id), visibleChild(data.nameOf(id), data.kindOf(id)));
    }
  }
  return [...children.values()];
}

function ignoredDirectory(name: string): TreeChild {
  return { name, isDirectory: true, isSymlink: false, isEntered: false };
}

function visibleChild(name: string, kind: number): TreeChild {
  return {
    name,
    isDirectory: (kind & EntryKind.directory) !== 0,
    isSymlink: (kind & EntryKind.symlink) !== 0,
    isEntered: true,
  };
}
