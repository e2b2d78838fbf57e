import { foldPoint, maskBit } from '../names/fold.js';
import { grownCapacity, resized } from './growth.js';
import { IdTable } from './id-table.js';
import { NameOrder } from './name-order.js';

// Lengths are kept in 16 bits. No file system allows a name a tenth as long.
const MAX_NAME_BYTES = 0xffff;

/**
 * Every distinct name of an index once: id to text, text to id, and the order of all. Id 0 is the empty name.
 *
 * Names live as UTF-8 in one arena. A name that is no longer used stays until `collect`. A lone surrogate, which UTF-8
 * cannot hold, becomes U+FFFD.
 */
export class Names {
  #arena = Buffer.alloc(1024);
  #arenaEnd = 0;
  #offsets = new Uint32Array(64);
  #lengths = new Uint16Array(64);
  #masks = new Int32Array(64);
  #limit = 1;
  #freed: number[] = [];
  #longest = 0;
  readonly #table = new IdTable((id) => this.#hashAt(this.#arena, this.#offsets[id]!, this.#lengths[id]!));
  #scratch = Buffer.alloc(1024);
  #points = new Uint32Array(64);

  /** The names sorted, for prefix search. */
  readonly order = new NameOrder(this);

  /** Every id is below this. */
  get limit(): number {
    return this.#limit;
  }

  /** Units: bytes held. */
  get bytes(): number {
    const arrays = [this.#arena, this.#offsets, this.#lengths, this.#masks, this.#scratch, this.#points];
    const flat = arrays.reduce((sum, array) => sum + array.byteLength, 0);
    return flat + this.#freed.length * 8 + this.#table.bytes + this.order.bytes;
  }

  /** The id of `text.slice(start, end)`, or -1 when no entry was ever called so. */
  find(text: string, start = 0, end = text.length): number {
    if (start === end) return 0;
    return this.#findEncoded(this.#encode(text, start, end));
  }

  /**
   * The id of `text.slice(start, end)`, a new one when it has none.
   * Errors: `RangeError` for a name above 65,535 bytes.
   */
  intern(text: string, start = 0, end = text.length): number {
    if (start === end) return 0;
    const length = this.#encode(text, start, end);
    const known = this.#findEncoded(length);
    return known === -1 ? this.#addEncoded(length) : known;
  }

  /** The name as text. */
  text(id: number): string {
    const offset = this.#offsets[id]!;
    return this.#arena.toString('utf8', offset, offset + this.#lengths[id]!);
  }

  /** Units: UTF-8 bytes. */
  byteLength(id: number): number {
    return this.#lengths[id]!;
  }

  /** Which characters the name has, case folded: the OR of their `maskBit`s. */
  mask(id: number): number {
    return this.#masks[id]!;
  }

  /** The longest name there ever was. Units: UTF-8 bytes, at least as many as code points. */
  get longest(): number {
    return this.#longest;
  }

  /** Writes the name's code points into `into`, which holds at least `longest`, and returns how many they are. */
  readPoints(id: number, into: Uint32Array): number {
    const arena = this.#arena;
    let at = this.#offsets[id]!;
    const end = at + this.#lengths[id]!;
    let count = 0;
    while (at < end) {
      const lead = arena[at]!;
      if (lead < 0x80) {
        into[count++] = lead;
        at += 1;
      } else if (lead < 0xe0) {
        into[count++] = ((lead & 0x1f) << 6) | (arena[at + 1]! & 0x3f);
        at += 2;
      } else if (lead < 0xf0) {
        into[count++] = ((lead & 0x0f) << 12) | ((arena[at + 1]! & 0x3f) << 6) | (arena[at + 2]! & 0x3f);
        at += 3;
      } else {
        into[count++] =
          ((lead & 0x07) << 18) |
          ((arena[at + 1]! & 0x3f) << 12) |
          ((arena[at + 2]! & 0x3f) << 6) |
          (arena[at + 3]! & 0x3f);
        at += 4;
      }
    }
    return count;
  }

  /** Whether the name has all of `folded` from index `from` on, in order, case aside. */
  hasInOrder(id: number, folded: Uint32Array, from: number): boolean {
    const arena = this.#arena;
    const offset = this.#offsets[id]!;
    const end = offset + this.#lengths[id]!;
    let wanted = from;
    for (let at = offset; at < end && wanted < folded.length; at++) {
      const byte = arena[at]!;
      if (byte >= 0x80) return this.#hasPointsInOrder(id, folded, from);
      if ((byte >= 65 && byte <= 90 ? byte + 32 : byte) === folded[wanted]) wanted++;
    }
    return wanted === folded.length;
  }

  /** The name's byte at `depth` with ASCII case folded; -1 behind its end. */
  foldedByte(id: number, depth: number): number {
    if (depth >= this.#lengths[id]!) return -1;
    const byte = this.#arena[this.#offsets[id]! + depth]!;
    return byte >= 65 && byte <= 90 ? byte + 32 : byte;
  }

  /** Makes room for `count` more names. */
  reserve(count: number): void {
    if (this.#limit + count > this.#offsets.length) this.#resize(this.#limit + count);
    this.#table.reserve(this.#limit + count);
  }

  /** Gives back the room that no name takes, and sorts the names. */
  settle(): void {
    this.#resize(this.#limit);
    this.#table.settle();
    this.#arena = Buffer.from(this.#arena.subarray(0, this.#arenaEnd));
    this.order.settle();
  }

  /** Frees every name that `isUsed` does not know, and closes the gaps in the arena. */
  collect(isUsed: (id: number) => boolean): void {
    const arena = this.#arena;
    const freed = new Set(this.#freed);
    let kept = 0;
    for (let id = 1; id < this.#limit; id++) if (!freed.has(id) && isUsed(id)) kept += this.#lengths[id]!;
    this.#arena = Buffer.alloc(Math.min(arena.length, grownCapacity(kept, kept)));
    this.#arenaEnd = 0;
    this.#table.clear();
    this.#freed = [];
    for (let id = this.#limit - 1; id > 0; id--) {
      if (freed.has(id) || !isUsed(id)) {
        this.#freed.push(id);
        continue;
      }
      const offset = this.#offsets[id]!;
      arena.copy(this.#arena, this.#arenaEnd, offset, offset + this.#lengths[id]!);
      this.#offsets[id] = this.#arenaEnd;
      this.#arenaEnd += this.#lengths[id]!;
      this.#table.insert(id);
    }
    this.order.collect(isUsed);
  }

  #encode(text: string, start: number, end: number): number {
    if ((end - start) * 3 > this.#scratch.length) this.#scratch = Buffer.alloc((end - start) * 3);
    for (let at = start; at < end; at++) {
      const unit = text.charCodeAt(at);
      if (unit >= 0x80) return this.#scratch.write(text.slice(start, end), 'utf8');
      this.#scratch[at - start] = unit;
    }
    return end - start;
  }

  #findEncoded(length: number): number {
    const scratch = this.#scratch;
    const arena = this.#arena;
    let slot = this.#table.home(this.#hashAt(scratch, 0, length));
    for (let id = this.#table.at(slot); id !== 0; slot = this.#table.next(slot), id = this.#table.at(slot)) {
      if (this.#lengths[id] !== length) continue;
      const offset = this.#offsets[id]!;
      let same = 0;
      while (same < length && arena[offset + same] === scratch[same]) same++;
      if (same === length) return id;
    }
    return -1;
  }

  #addEncoded(length: number): number {
    if (length > MAX_NAME_BYTES) {
      throw new RangeError(
        `A name of ${length} bytes is longer than the index can hold (${MAX_NAME_BYTES}).`,
      );
    }
    const id = this.#freed.pop() ?? this.#limit++;
    if (id >= this.#offsets.length) this.#resize(grownCapacity(this.#offsets.length, id + 1));
    if (this.#arenaEnd + length > this.#arena.length) {
      const grown = Buffer.alloc(grownCapacity(this.#arena.length, this.#arenaEnd + length));
      this.#arena.copy(grown, 0, 0, this.#arenaEnd);
      this.#arena = grown;
    }
    this.#scratch.copy(this.#arena, this.#arenaEnd, 0, length);
    this.#offsets[id] = this.#arenaEnd;
    this.#lengths[id] = length;
    this.#arenaEnd += length;
    if (length > this.#longest) this.#longest = length;
    this.#masks[id] = this.#maskOf(id);
    this.#table.insert(id);
    this.order.add(id);
    return id;
  }

  #hasPointsInOrder(id: number, folded: Uint32Array, from: number): boolean {
    const count = this.readPoints(id, this.#points);
    let wanted = from;
    for (let at = 0; at < count; at++) if (foldPoint(this.#points[at]!) === folded[wanted]) wanted++;
    return wanted === folded.length;
  }

  #maskOf(id: number): number {
    if (this.#points.length < this.#longest) this.#points = new Uint32Array(this.#longest);
    const count = this.readPoints(id, this.#points);
    let mask = 0;
    for (let at = 0; at < count; at++) mask |= maskBit(this.#points[at]!);
    return mask;
  }

  #resize(capacity: number): void {
    this.#offsets = resized(this.#offsets, capacity);
    this.#lengths = resized(this.#lengths, capacity);
    this.#masks = resized(this.#masks, capacity);
  }

  /** FNV-1a, then mixed so that the high bits, which choose the slot, depend on all of it. */
  #hashAt(bytes: Buffer, offset: number, length: number): number {
    let hash = 0x811c9dc5;
    for (let at = offset; at < offset + length; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
    return hash ^ (hash >>> 13);
  }
}
