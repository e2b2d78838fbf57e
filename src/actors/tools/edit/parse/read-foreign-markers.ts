import type { BlockLines } from './edit-block.js';

// Markers that other agents ask for, and what models make of them: `------- SEARCH`, `SEARCH>`, `+++++++ REPLACE`,
// other words after the closing marker, and any length.
const OPENING =
  /^\s*(?:<{5,}\s*(?:ORIGINAL|SEARCH|OLD|BEFORE)?|-{5,}\s*(?:ORIGINAL|SEARCH|OLD|BEFORE))[>:\]]*\s*$/i;
const DIVIDER = /^\s*={5,}\s*$/;
const CLOSING = /^\s*(?:>{5,}(?:\s*\w.*)?|\+{5,}\s*(?:UPDATED|REPLACED?|NEW|AFTER)[>:\]]*)\s*$/i;
// Any other line that may be meant as a marker.
const LOOKS_LIKE_ONE =
  /^\s*(?:<{5,}|>{5,}|={5,}\s*$|[-+]{5,}\s*(?:ORIGINAL|SEARCH|OLD|BEFORE|UPDATED|REPLACE|NEW|AFTER)\b)/i;

/** Reads blocks with such markers; `undefined` unless they alternate and no other line looks like a marker. */
export function readForeignMarkers(lines: readonly string[]): BlockLines[] | undefined {
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
