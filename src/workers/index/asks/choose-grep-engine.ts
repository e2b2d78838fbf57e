import { needleOf } from '../../regex/needle.js';
import { type GrepPattern, parsePattern } from '../../regex/parse-pattern.js';
import { requiredLiterals } from '../../regex/required-literals.js';
import type { GrepEngine } from '../../pool/grep-engine.js';

// Two characters occur in nearly every file.
const MIN_TEXT_BYTES = 3;

/**
 * The engine for a pattern: the built-in threads, which are faster than ripgrep where every match must contain a
 * literal of some length; for other regular expressions ripgrep, where it is installed and understands the pattern.
 */
export function chooseGrepEngine(
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
