import { type Place, readPlace } from '../../../markdown/read-place.js';
import { looksLikePath } from './looks-like-path.js';

/** A part of a text: words, or a place in the workspace. */
interface TextPart {
  readonly text: string;
  readonly place?: Place;
}

// A run without spaces, quotes and brackets. Punctuation at its end belongs to the sentence.
const WORD = /[^\s"'“”‘’«»<>|*(){},;]+/g;

/** Splits prose at the places in it: `src/a.ts`, `a.ts:12`. The texts of all parts add up to the text. */
export function splitAtPlaces(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  for (const match of text.matchAll(WORD)) {
    const word = match[0].replace(/[.:!?…]+$/, '');
    const place = readPlace(word);
    if (place === undefined || !isPlaceInProse(place)) continue;
    if (match.index > at) parts.push({ text: text.slice(at, match.index) });
    parts.push({ text: word, place });
    at = match.index + word.length;
  }
  if (at < text.length || parts.length === 0) parts.push({ text: text.slice(at) });
  return parts;
}

/** The place that a code span is as a whole, if it looks like one. */
export function findCodePlace(code: string): Place | undefined {
  const place = readPlace(code.trim());
  return place !== undefined && looksLikePath(place.path) ? place : undefined;
}

/** In prose, a name alone may be that of a product: `Node.js`. */
function isPlaceInProse({ path, line }: Place): boolean {
  return (line !== undefined || /[/\\]/.test(path)) && !/[/\\]$/.test(path) && looksLikePath(path);
}
