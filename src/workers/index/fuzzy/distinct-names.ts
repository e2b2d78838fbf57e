import type { Segment } from '../segment/segment.js';

/** The distinct names of a segment's directories: far fewer than directories, because most trees repeat names. */
interface DistinctDirectoryNames {
  /** By directory: the index of its name. */
  readonly places: Uint32Array;
  /** By name index: the character mask of the name. */
  readonly masks: Int32Array;
}

const known = new WeakMap<Segment, DistinctDirectoryNames>();

/** Computes the distinct directory names of a segment, cached for the life of the segment. */
export function distinctNames(segment: Segment): DistinctDirectoryNames {
  const found = known.get(segment);
  if (found !== undefined) return found;
  const { directoryNames, nameMasks } = segment;
  // By rank: the name index plus 1; 0 before it is assigned.
  const placeOf = new Uint32Array(nameMasks.length);
  const places = new Uint32Array(directoryNames.length);
  const masks = new Int32Array(directoryNames.length);
  let count = 0;
  for (let directory = 0; directory < directoryNames.length; directory++) {
    const rank = directoryNames[directory]!;
    if (placeOf[rank] === 0) {
      masks[count++] = nameMasks[rank]!;
      placeOf[rank] = count;
    }
    places[directory] = placeOf[rank]! - 1;
  }
  const made = { places, masks: masks.slice(0, count) };
  known.set(segment, made);
  return made;
}
