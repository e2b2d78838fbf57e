import { parseJson } from './json-depth.js';

/** Whether a value is an object, and neither `null` nor an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value if it is an array, otherwise an empty array. */
export function readArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The value if it is a string, otherwise `undefined`. */
export function readString(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The object that a text holds as JSON; `undefined` for any other text, and for an object nested too deep. */
export function parseRecord(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = parseJson(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
