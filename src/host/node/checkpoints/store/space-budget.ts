/** Counts the bytes of a store against its quota. Space is reserved before it is written, so that concurrent writers together stay below it. */
export class SpaceBudget {
  readonly #quotaBytes: number;
  #usedBytes: number;

  constructor(quotaBytes: number, usedBytes: number) {
    this.#quotaBytes = quotaBytes;
    this.#usedBytes = usedBytes;
  }

  get usedBytes(): number {
    return this.#usedBytes;
  }

  /** Returns whether there was room. */
  tryReserve(bytes: number): boolean {
    if (this.#usedBytes + bytes > this.#quotaBytes) return false;
    this.#usedBytes += bytes;
    return true;
  }

  release(bytes: number): void {
    this.#usedBytes = Math.max(0, this.#usedBytes - bytes);
  }
}
