import { resizeArray } from '../collections/resize-array.js';

// The most bytes that UTF-8 needs for a UTF-16 unit.
const MAX_UNIT_BYTES = 3;
// Longer than most paths; the buffer grows for a longer one.
const MIN_BYTES = 1024;
const MIN_NAMES = 64;

const SLASH = 47;

/** A path split into names with their hashes, encoded once for look-ups in several segments. */
export class EncodedPath {
  bytes = new Uint8Array(MIN_BYTES);
  count = 0;
  /** The offset of each name in `bytes`; a name ends one byte before the next one. */
  starts = new Uint32Array(MIN_NAMES);
  hashes = new Int32Array(MIN_NAMES);

  /** Encodes another path. `''` has no names; a malformed path (`a//b`) has empty ones. */
  set(path: string): this {
    this.count = 0;
    if (path === '') return this;
    const end = this.#encode(path);
    this.starts[0] = 0;
    for (let at = 0; at < end; at++) if (this.bytes[at] === SLASH) this.#endName(at);
    this.#endName(end);
    return this;
  }

  #encode(path: string): number {
    if (path.length * MAX_UNIT_BYTES > this.bytes.length) {
      this.bytes = new Uint8Array(path.length * MAX_UNIT_BYTES * 2);
    }
    for (let at = 0; at < path.length; at++) {
      const unit = path.charCodeAt(at);
      if (unit >= 0x80) return Buffer.from(this.bytes.buffer).write(path, 'utf8');
      this.bytes[at] = unit;
    }
    return path.length;
  }

  #endName(end: number): void {
    if (this.count + 1 === this.starts.length) {
      this.starts = resizeArray(this.starts, this.starts.length * 2);
      this.hashes = resizeArray(this.hashes, this.starts.length);
    }
    this.hashes[this.count] = hashName(this.bytes, this.starts[this.count]!, end);
    this.starts[++this.count] = end + 1;
  }
}

/** FNV-1a, mixed so that the high bits, which choose the slot, depend on all of it. */
export function hashName(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return hash ^ (hash >>> 13);
}
