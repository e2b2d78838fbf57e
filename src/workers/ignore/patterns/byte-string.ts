/**
 * git matches the bytes of a path: `?` is one byte of `é`, not the letter. A byte string holds one UTF-8 byte in each
 * character, so that the same matcher serves it; ASCII text is its own byte string and is not copied.
 */
export function toByteString(text: string): string {
  return isAscii(text) ? text : Buffer.from(text, 'utf8').toString('latin1');
}

export function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x7f) return false;
  return true;
}

/** `text` with A to Z in lower case and all else unchanged: git's folding when `core.ignorecase` is set. */
export function foldCase(text: string): string {
  return /[A-Z]/.test(text) ? text.replace(/[A-Z]+/g, (upper) => upper.toLowerCase()) : text;
}
