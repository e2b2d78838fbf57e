// Far deeper than anything that a server means to send, and within what code that calls itself survives.
const MAX_DEPTH = 2_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/**
 * Follows the bytes of JSON as they come, and fails before one is parsed that is nested so deep that handling it would take
 * a second. Cost: linear, a chunk at a time.
 */
export class DepthLimit {
  #depth = 0;
  #isInString = false;
  #isEscaped = false;

  /** Errors: an `Error` once the text is nested too deep. */
  follow(bytes: Uint8Array): void {
    let depth = this.#depth;
    let isInString = this.#isInString;
    let isEscaped = this.#isEscaped;
    for (const byte of bytes) {
      if (isInString) {
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) isInString = false;
      } else if (byte === QUOTE) isInString = true;
      else if (byte === OPEN_BRACKET || byte === OPEN_BRACE) {
        depth += 1;
        if (depth > MAX_DEPTH)
          throw new Error(`The server sent a message that is nested more than ${MAX_DEPTH} levels deep.`);
      } else if (byte === CLOSE_BRACKET || byte === CLOSE_BRACE) depth -= 1;
    }
    this.#depth = depth;
    this.#isInString = isInString;
    this.#isEscaped = isEscaped;
  }

  /** Another message begins. */
  reset(): void {
    this.#depth = 0;
    this.#isInString = false;
    this.#isEscaped = false;
  }
}
