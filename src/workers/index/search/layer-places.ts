import type { Layer } from '../store/layer.js';
import { NameMatch, NameMatcher } from './name-matcher.js';
import { childrenInRanks } from './ranked-children.js';

/** A directory in one layer; its own entry may be in another layer. */
export interface LayerPlace {
  readonly layer: Layer;
  readonly directory: number;
  /** Whether its path matches exactly, case included. */
  readonly isExact: boolean;
}

/** The directories at a path in all layers, ignoring case. Shape: ordered from the lowest layer up. */
export function findLayerPlaces(layers: readonly Layer[], path: string): LayerPlace[] {
  const segments = path === '' ? [] : path.split('/');
  const matchers = segments.map((segment) => new NameMatcher(segment));
  return layers.flatMap((layer) => {
    let places: LayerPlace[] = [{ layer, directory: 0, isExact: true }];
    for (const matcher of matchers) places = places.flatMap((place) => directoriesIn(place, matcher));
    return places;
  });
}

/** The subdirectories of this name, ignoring case. */
function directoriesIn({ layer, directory, isExact }: LayerPlace, matcher: NameMatcher): LayerPlace[] {
  const { names, directoryNames } = layer.segment;
  const found: LayerPlace[] = [];
  for (const child of childrenInRanks(layer, directory, matcher.ranks(names))) {
    if (!layer.isDirectory(child)) break;
    const match = matcher.whole(names, directoryNames[child]!);
    if (match === NameMatch.none) continue;
    found.push({ layer, directory: child, isExact: isExact && match === NameMatch.exact });
  }
  return found;
}
