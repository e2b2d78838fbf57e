/**
 * The nearest index at or before `index` where cutting `text` does not split a character such as an emoji.
 * Units: UTF-16 units.
 */
export function findCharBoundary(text: string, index: number): number {
  return (text.codePointAt(index - 1) ?? 0) > 0xffff ? index - 1 : index;
}
