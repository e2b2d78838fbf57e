import type { ScanPart } from './scan-part.js';

/** The memory of a part that moves with it to another thread instead of being copied; it is empty here afterwards. */
export function buffersOf({ counts, names, kinds }: ScanPart): ArrayBuffer[] {
  return [counts, names, kinds].map(({ buffer }) => buffer);
}
