import { isRecord } from '../protocol/json/json-shape.js';
import type { ThreadEntry } from '../protocol/thread.js';

/** Checks what identifies a stored entry and places it. Its kind may be one of a newer version. */
export function isThreadEntry(value: unknown): value is ThreadEntry {
  return (
    isRecord(value) &&
    typeof value['id'] === 'string' &&
    typeof value['seq'] === 'number' &&
    typeof value['at'] === 'number' &&
    typeof value['kind'] === 'string' &&
    (value['parent'] === null || typeof value['parent'] === 'string')
  );
}
