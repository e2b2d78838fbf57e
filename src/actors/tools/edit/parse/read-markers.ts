import type { BlockLines } from './edit-block.js';

// As other agents ask for them, and as models write them that were asked for others: `------- SEARCH`, `SEARCH>`,
// `+++++++ REPLACE`, other words behind the closing marker, and any length.
const OPENING =
  /^\s*(?:<{5,}\s*(?:ORIGINAL|SEARCH|OLD|BEFORE)?|-{5,}\s*(?:ORIGINAL|SEARCH|OLD|BEFORE))[>:\]]*\s*$/i;
const DIVIDER = /^\s*={5,}\s*$/;
const CLOSING = /^\s*(?:>{5,}(?:\s*\w.*)?|\+{5,}\s*(?:UPDATED|REPLACED?|NEW|AFTER)[>:\]]*)\s*$/i;
// Whatever else may be meant as a marker.
const LOOKS_LIKE_ONE =
  /^\s*(?:<{5,}|>{5,}|={5,}\s*$|[-+]{5,}\s*(?:ORIGINAL|SEARCH|OLD|BEFORE|UPDATED|REPLACE|NEW|AFTER)\b)/i;

/** Blocks with such markers; nothing unless they alternate, and nothing else looks like one. */
export function readLeniently(lines: readonly string[]): BlockLines[] | undefined {
  const blocks: BlockLines[] = [];
  let original: string[] | undefined;
  let updated: string[] | undefined;
  for (const line of lines) {
    if (original === undefined) {
      if (OPENING.test(line)) original = [];
      else if (LOOKS_LIKE_ONE.test(line)) return undefined;
    } else if (updated === undefined) {
      if (DIVIDER.test(line)) updated = [];
      else if (LOOKS_LIKE_ONE.test(line)) return undefined;
      else original.push(line);
    } else if (CLOSING.test(line)) {
      blocks.push({ original, updated });
      original = undefined;
      updated = undefined;
    } else if (LOOKS_LIKE_ONE.test(line)) return undefined;
    else updated.push(line);
  }
  return original === undefined && blocks.length > 0 ? blocks : undefined;
}
