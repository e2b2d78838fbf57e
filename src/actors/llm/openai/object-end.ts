/** Finds the end of a JSON object that comes in pieces. Cost: linear in all pieces. */
export class ObjectEnd {
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  #isReached = false;

  /** Whether the object has begun and ended. What is in it need not be valid. */
  get isReached(): boolean {
    return this.#isReached;
  }

  add(piece: string): void {
    for (let at = 0; at < piece.length && !this.#isReached; at++) {
      const char = piece[at];
      if (this.#isEscaped) this.#isEscaped = false;
      else if (this.#isInString) {
        if (char === '\\') this.#isEscaped = true;
        else if (char === '"') this.#isInString = false;
      } else if (char === '"') this.#isInString = true;
      else if (char === '{' || char === '[') this.#depth++;
      else if (char === '}' || char === ']') {
        this.#depth--;
        this.#isReached = this.#depth <= 0;
      }
    }
  }
}
