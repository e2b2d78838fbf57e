// The same order on every machine, whatever its language.
const collator = new Intl.Collator('en', { numeric: true });

// The printable characters of ASCII.
const FIRST_PLAIN = 0x20;
const LAST_PLAIN = 0x7e;

/**
 * By code: where a printable ASCII character sorts among all of them, case aside, from 1 on; the first such character
 * in which two names differ decides between them, unless it is a digit.
 * Shape: one for each byte, 0 for what is no such character.
 */
export const PLAIN_PLACES: Readonly<Uint8Array> = plainPlaces();

/** Compares names as people sort them: `a2` before `a10`, case only when all else is the same. */
export function compareNatural(a: string, b: string): number {
  return collator.compare(a, b) || (a < b ? -1 : Number(a > b));
}

function plainPlaces(): Uint8Array {
  const caseless = new Intl.Collator('en', { sensitivity: 'base' });
  const plain = Array.from({ length: LAST_PLAIN - FIRST_PLAIN + 1 }, (_, at) =>
    String.fromCharCode(FIRST_PLAIN + at),
  ).sort((a, b) => caseless.compare(a, b));
  const places = new Uint8Array(256);
  let place = 0;
  for (const [at, character] of plain.entries()) {
    if (at === 0 || caseless.compare(plain[at - 1]!, character) !== 0) place++;
    places[character.charCodeAt(0)] = place;
  }
  return places;
}
