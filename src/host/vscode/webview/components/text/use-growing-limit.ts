import { useEffect, useState } from 'preact/hooks';

// Parsed, drawn and laid out within some 60 ms, however many paragraphs it is. Units: UTF-16 units.
const STEP_CHARS = 10_000;

/**
 * How much of a text to draw now: a text that is suddenly long is drawn over some frames, so that keys are taken between
 * them. Units: UTF-16 units.
 */
export function useGrowingLimit(chars: number, maxChars: number): number {
  const [limit, setLimit] = useState(STEP_CHARS);
  const isBehind = limit < Math.min(chars, maxChars);
  useEffect(() => {
    if (!isBehind) return undefined;
    const frame = requestAnimationFrame(() => setLimit(limit + STEP_CHARS));
    return () => cancelAnimationFrame(frame);
  }, [isBehind, limit]);
  return Math.min(limit, maxChars);
}
