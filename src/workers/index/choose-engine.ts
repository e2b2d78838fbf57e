import type { GrepEngine } from '../scan/grep-engine.js';
import type { GrepPattern } from '../scan/line-matcher.js';
import { requiredTexts } from '../scan/required-texts.js';
import { RipgrepEngine } from '../ripgrep/ripgrep-engine.js';

// A group that is repeated: with another repeat or alternatives in it, JavaScript may try them for ever.
const MAY_EXPLODE = /\)[*+{]/u;
// Two characters are in nearly every file, and most files would be decoded for an expression of that kind.
const MIN_TEXT_CHARS = 3;

/**
 * The engine for a pattern: our own threads, which are faster than ripgrep where a text of some length is certain to
 * be in each match, and for the rest ripgrep, where there is one and it reads the pattern in the same way.
 */
export function chooseEngine(
  pattern: GrepPattern,
  { threads, ripgrep }: { readonly threads: GrepEngine; readonly ripgrep: GrepEngine | null },
): GrepEngine {
  const isSelective = requiredTexts(pattern)?.every((text) => text.length >= MIN_TEXT_CHARS) ?? false;
  const isBetterDone = pattern.isRegex && (!isSelective || MAY_EXPLODE.test(pattern.pattern));
  return isBetterDone && ripgrep !== null && RipgrepEngine.understands(pattern) ? ripgrep : threads;
}
