import { needleOf } from '../../regex/needle.js';
import { type GrepPattern, parsePattern } from '../../regex/parse-pattern.js';
import { requiredLiterals } from '../../regex/required-literals.js';
import type { GrepEngine } from '../../pool/grep-engine.js';

// Two characters are in nearly every file.
const MIN_TEXT_BYTES = 3;

/**
 * The engine for a pattern: our own threads, which are faster than ripgrep where a text of some length is certain to
 * be in each match, and for other regular expressions ripgrep, where there is one and it knows the pattern.
 */
export function chooseEngine(
  pattern: GrepPattern,
  { threads, ripgrep }: { readonly threads: GrepEngine; readonly ripgrep: GrepEngine | null },
): GrepEngine {
  if (ripgrep === null || !pattern.isRegex) return threads;
  const { root, isKnownToRipgrep } = parsePattern(pattern);
  const isSelective = requiredLiterals(root)
    ?.map(needleOf)
    .every((needle) => needle !== null && needle.bytes.length >= MIN_TEXT_BYTES);
  return isKnownToRipgrep && isSelective !== true ? ripgrep : threads;
}
