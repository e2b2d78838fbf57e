import { type AbsPath, type RelPath } from '../../actors/protocol/workspace.js';
import { joinPath } from '../../actors/protocol/rel-path.js';
import { FIELDS, kindAt, type Listing } from './listing.js';

/** A file or folder that git ignores. */
export interface IgnoredPlace {
  readonly isCovered: boolean;
  readonly files: number;
  readonly bytes: number;
  /** When the folder itself changed last. Units: milliseconds since 1970. */
  readonly changedAtMs: number;
}

/** What is known of one root. */
export interface TreeState {
  /** By directory; those of places that are not covered are missing. */
  readonly listings: Map<RelPath, Listing>;
  /** Those that `VersionRef`s name by number. */
  readonly repositories: AbsPath[];
  places: ReadonlyMap<RelPath, IgnoredPlace>;
  /** The numbers of the root itself. */
  top: Float64Array;
}

export function emptyState(): TreeState {
  return {
    listings: new Map(),
    repositories: [],
    places: new Map(),
    top: new Float64Array(FIELDS).fill(Number.NaN),
  };
}

/** The directories at and below one that are known. */
export function* directoriesBelow(
  listings: ReadonlyMap<RelPath, Listing>,
  directory: RelPath,
): Generator<readonly [RelPath, Listing]> {
  const stack = [directory];
  for (let path = stack.pop(); path !== undefined; path = stack.pop()) {
    const listing = listings.get(path);
    if (listing === undefined) continue;
    yield [path, listing];
    for (const [at, name] of listing.names.entries())
      if (kindAt(listing.numbers, at) === 'directory') stack.push(joinPath(path, name));
  }
}
