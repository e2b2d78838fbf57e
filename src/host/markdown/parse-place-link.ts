import { type Place, readPlace } from './read-place.js';
import { toVisibleName } from './visible-text.js';

// The scheme of an address. One letter is the drive of a path.
const SCHEME = /^[a-z][a-z0-9+.-]+:/i;

// A name, as it is written in prose: no colon but that of a drive, no query, no entity that is left.
const PATH = /^(?:[a-z]:)?[^:;?*"<>|]*$/i;
const NAME = /[\p{L}\p{N}]/u;

/**
 * The file that a relative link leads to: `src/a.ts#L3`, `./a%20b.md`. `undefined` for an address with a scheme or a
 * host, for an anchor, and for anything with hidden characters or a line break in it.
 */
export function parsePlaceLink(address: string): Place | undefined {
  if (SCHEME.test(address.replace(/:\d[\d:–-]*$/, '')) || /^(?:#|\?|[/\\]{2})/.test(address))
    return undefined;
  const text = decode(address.trim());
  if (text === undefined || toVisibleName(text) !== text) return undefined;
  const place = readPlace(text) ?? { path: text };
  // An anchor of a Markdown file names no line.
  const path = place.line === undefined ? place.path.replace(/#[^/\\]*$/, '') : place.path;
  return PATH.test(path) && NAME.test(path) ? { ...place, path } : undefined;
}

function decode(address: string): string | undefined {
  try {
    return decodeURIComponent(address);
  } catch {
    // A percent sign in a name that is not escaped.
    return address;
  }
}
