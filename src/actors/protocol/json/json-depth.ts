/**
 * How deep JSON from a model, a server or a caller may be nested; `[]` has depth 1. Recursive code such as
 * `JSON.stringify` and schema validation overflows the stack after some thousands of levels, which ends the process; no
 * tool has parameters nested ten deep.
 */
export const MAX_JSON_DEPTH = 64;

/** Whether a value is nested deeper than `MAX_JSON_DEPTH`, or contains itself. Cost: linear, without recursion. */
export function isTooDeep(value: unknown): boolean {
  let level = new Set(isObject(value) ? [value] : []);
  for (let depth = 1; level.size > 0; depth += 1) {
    if (depth > MAX_JSON_DEPTH) return true;
    // A set, so that a value which occurs many times, or contains itself, is visited once a level.
    const below = new Set<object>();
    for (const holder of level)
      for (const held of Object.values(holder) as unknown[]) if (isObject(held)) below.add(held);
    level = below;
  }
  return false;
}

/** `JSON.parse` with a limit on depth. Errors: `SyntaxError`; `RangeError` when the value is nested too deep. */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (isTooDeep(value)) throw new RangeError(`nested deeper than ${MAX_JSON_DEPTH} levels`);
  return value;
}

/** The value of a JSON text; the unchanged text when it is not JSON, or nested too deep. */
export function parseJsonOrText(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
