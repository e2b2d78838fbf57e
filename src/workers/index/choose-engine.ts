import type { GrepEngine } from '../scan/grep-engine.js';
import type { GrepPattern } from '../scan/line-matcher.js';
import { requiredTexts } from '../scan/required-texts.js';
import { RipgrepEngine } from '../ripgrep/ripgrep-engine.js';

// A group that is repeated: with another repeat or alternatives in it, JavaScript may try them for ever.
const MAY_EXPLODE = /\)[*+{]/u;

/**
 * The engine for a pattern: our own threads, which are as fast as ripgrep where a text is certain to be in each match,
 * and for the rest ripgrep, where there is one and it reads the pattern in the same way.
 */
export function chooseEngine(
  pattern: GrepPattern,
  { threads, ripgrep }: { readonly threads: GrepEngine; readonly ripgrep: GrepEngine | null },
): GrepEngine {
  const isBetterDone =
    pattern.isRegex && (requiredTexts(pattern) === null || MAY_EXPLODE.test(pattern.pattern));
  return isBetterDone && ripgrep !== null && RipgrepEngine.understands(pattern) ? ripgrep : threads;
}
