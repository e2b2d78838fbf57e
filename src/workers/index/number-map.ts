// Above this share of used slots linear probing gets slow; below it memory is wasted.
const MAX_LOAD = 0.75;
const MIN_SLOTS = 4;

/** Numbers by numbers from 0 up, in 16 to 32 bytes each. Nothing is ever taken out. */
export class NumberMap {
  // The key + 1; 0 marks a free slot.
  #keys = new Uint32Array(0);
  #values = new Float64Array(0);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Units: bytes held. */
  get bytes(): number {
    return this.#keys.byteLength + this.#values.byteLength;
  }

  get(key: number): number | undefined {
    if (this.#size === 0) return undefined;
    const slot = this.#slotOf(key);
    return this.#keys[slot] === 0 ? undefined : this.#values[slot];
  }

  set(key: number, value: number): void {
    if (this.#size + 1 > this.#keys.length * MAX_LOAD) this.#grow();
    const slot = this.#slotOf(key);
    if (this.#keys[slot] === 0) {
      this.#keys[slot] = key + 1;
      this.#size++;
    }
    this.#values[slot] = value;
  }

  /** Every key with its value, in no particular order. */
  *entries(): Generator<readonly [key: number, value: number], void, undefined> {
    for (let slot = 0; slot < this.#keys.length; slot++) {
      if (this.#keys[slot] !== 0) yield [this.#keys[slot]! - 1, this.#values[slot]!];
    }
  }

  /** Where a key is, or would be. */
  #slotOf(key: number): number {
    const mask = this.#keys.length - 1;
    const hash = Math.imul(key + 1, 0x9e3779b1);
    let slot = (hash ^ (hash >>> 15)) & mask;
    while (this.#keys[slot] !== 0 && this.#keys[slot] !== key + 1) slot = (slot + 1) & mask;
    return slot;
  }

  #grow(): void {
    const entries = [...this.entries()];
    const slots = Math.max(MIN_SLOTS, this.#keys.length * 2);
    this.#keys = new Uint32Array(slots);
    this.#values = new Float64Array(slots);
    this.#size = 0;
    for (const [key, value] of entries) this.set(key, value);
  }
}
