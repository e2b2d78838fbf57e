import type { ScanPart } from './scan-part.js';

/** The buffers to transfer with a part to another thread; the sender's copy is detached then. */
export function buffersOf({ counts, names, kinds }: ScanPart): ArrayBuffer[] {
  return [counts, names, kinds].map(({ buffer }) => buffer);
}
