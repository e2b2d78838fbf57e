// What anything else than a text costs in memory. Units: characters.
const CHARS_OF_OTHERS = 8;

/**
 * About how much memory a value of JSON takes; once that is more than `max`, any figure over `max`.
 * Units: characters of its texts and names, and eight for everything else. Cost: linear in the result.
 */
export function measureValue(value: unknown, max: number): number {
  const waiting = [value];
  let chars = 0;
  while (waiting.length > 0 && chars <= max) {
    const next = waiting.pop();
    if (typeof next === 'string') chars += next.length;
    else if (typeof next !== 'object' || next === null) chars += CHARS_OF_OTHERS;
    else if (Array.isArray(next)) {
      chars += CHARS_OF_OTHERS;
      // One by one: a call with a million arguments would throw.
      for (const item of next) waiting.push(item);
    } else
      for (const [name, item] of Object.entries(next)) {
        chars += CHARS_OF_OTHERS + name.length;
        waiting.push(item);
      }
  }
  return chars;
}
