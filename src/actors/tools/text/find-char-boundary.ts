const HIGH_SURROGATE = { first: 0xd800, last: 0xdbff };
const LOW_SURROGATE = { first: 0xdc00, last: 0xdfff };

function isWithin(code: number, range: { first: number; last: number }): boolean {
  return code >= range.first && code <= range.last;
}

/**
 * The nearest index at or before `index` where cutting `text` does not split a character such as an emoji.
 * Units: UTF-16 units.
 */
export function findCharBoundary(text: string, index: number): number {
  const isInsidePair =
    index > 0 &&
    isWithin(text.charCodeAt(index), LOW_SURROGATE) &&
    isWithin(text.charCodeAt(index - 1), HIGH_SURROGATE);
  return isInsidePair ? index - 1 : index;
}
