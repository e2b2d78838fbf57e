/**
 * How deep JSON of a model, of a server or of a caller may be nested: `[]` is 1 deep. `JSON.stringify`, schemas and
 * whatever else walks a value by recursion use up the stack after some thousands of levels, which ends the process; no
 * tool has parameters that are nested ten deep.
 */
export const MAX_JSON_DEPTH = 64;

/** Whether a value is nested deeper than `MAX_JSON_DEPTH`; one that contains itself is. Cost: linear, no recursion. */
export function isTooDeep(value: unknown): boolean {
  let level = new Set(isObject(value) ? [value] : []);
  for (let depth = 1; level.size > 0; depth += 1) {
    if (depth > MAX_JSON_DEPTH) return true;
    // A set, so that a value which is in many places, or in itself, is looked at once a level.
    const below = new Set<object>();
    for (const holder of level)
      for (const held of Object.values(holder) as unknown[]) if (isObject(held)) below.add(held);
    level = below;
  }
  return false;
}

/** What `JSON.parse` makes of a text. Errors: `SyntaxError`; `RangeError` for what is nested too deep. */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (isTooDeep(value)) throw new RangeError(`nested deeper than ${MAX_JSON_DEPTH} levels`);
  return value;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
