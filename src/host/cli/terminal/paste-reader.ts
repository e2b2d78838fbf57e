const PASTE_BEGIN = '\u001b[200~';
const PASTE_END = '\u001b[201~';
// oxlint-disable-next-line eslint/no-control-regex
const MARKER = /\u001b\[20[01]~/g;

/**
 * Reads a bracketed paste, in pieces of any size. A pasted text may itself contain the markers: what arrives without a
 * pause is one paste up to the last end marker, so that nothing of it is taken for keys. Source: xterm's control
 * sequences, "Bracketed Paste Mode".
 */
export class PasteReader {
  readonly #parts: string[] = [];
  /** How many of the parts are in front of the last end marker; `undefined` while a later begin marker has no end. */
  #endedParts: number | undefined;
  /** What may be the beginning of a marker. */
  #held = '';

  /** Whether the end marker came: with a pause now, the paste is over. */
  get hasEnded(): boolean {
    return this.#endedParts !== undefined;
  }

  feed(chunk: string): void {
    const input = this.#held + chunk;
    const safe = input.length - heldLength(input);
    let at = 0;
    for (const { 0: marker, index } of input.slice(0, safe).matchAll(MARKER)) {
      this.#parts.push(input.slice(at, index));
      at = index + marker.length;
      this.#endedParts = marker === PASTE_END ? this.#parts.length : undefined;
    }
    this.#parts.push(input.slice(at, safe));
    this.#held = input.slice(safe);
  }

  /** The pasted text, with line feeds as line ends. */
  get text(): string {
    return this.#parts.slice(0, this.#endedParts).join('').replace(/\r\n?/g, '\n');
  }

  /** What was sent behind the paste. */
  get rest(): string {
    return this.#endedParts === undefined ? '' : this.#parts.slice(this.#endedParts).join('') + this.#held;
  }
}

/** The length of the longest suffix of the text that begins a marker. */
function heldLength(text: string): number {
  for (let length = Math.min(PASTE_END.length - 1, text.length); length > 0; length--) {
    const end = text.slice(-length);
    if (PASTE_BEGIN.startsWith(end) || PASTE_END.startsWith(end)) return length;
  }
  return 0;
}
