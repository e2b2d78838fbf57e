import type { GrepRequest } from '../../actors/protocol/workspace.js';
import { requiredLiterals } from './required-literals.js';

/**
 * Texts of which every file that matches contains at least one, as UTF-8 and in any case unless the search minds it;
 * `null` when none are certain.
 */
export function requiredTexts({
  pattern,
  isRegex,
}: Pick<GrepRequest, 'pattern' | 'isRegex'>): readonly string[] | null {
  const texts = isRegex ? requiredLiterals(pattern) : pattern === '' ? null : [pattern];
  // Bytes that are no UTF-8 are decoded to U+FFFD: that character, and half of a pair, may stand for any of them.
  return texts === null || texts.some((text) => Buffer.from(text, 'utf8').includes('\u{FFFD}'))
    ? null
    : texts;
}
