import type { Segment } from './segment.js';

/** The names that the directories of a segment bear: far fewer than directories, most trees repeat them. */
export interface DistinctNames {
  /** By directory: the place of its name. */
  readonly places: Uint32Array;
  /** By place: the character mask of the name. */
  readonly masks: Int32Array;
}

const known = new WeakMap<Segment, DistinctNames>();

/** The distinct names of a segment's directories, kept as long as the segment is in use. */
export function distinctNames(segment: Segment): DistinctNames {
  const found = known.get(segment);
  if (found !== undefined) return found;
  const { directoryNames, nameMasks } = segment;
  const placeOf = new Map<number, number>();
  const places = directoryNames.map((rank) => {
    const place = placeOf.get(rank) ?? placeOf.size;
    placeOf.set(rank, place);
    return place;
  });
  const made = { places, masks: Int32Array.from(placeOf.keys(), (rank) => nameMasks[rank]!) };
  known.set(segment, made);
  return made;
}
