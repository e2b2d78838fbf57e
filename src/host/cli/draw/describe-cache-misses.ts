import type { CacheMiss } from '../../../actors/protocol/llm.js';
import { countOf } from '../../../actors/tools/text/count-of.js';
import { groupDigits } from '../../../actors/tools/text/group-digits.js';

const CHANGES: Readonly<Record<CacheMiss['changed'], string>> = {
  model: 'another model was asked',
  effort: 'the effort was another one',
  system: 'the system prompt was another one',
  tools: 'the tools were others',
  messages: 'the conversation was another one',
  settings: 'the settings of the request were others',
};

/** Why requests were not in the provider's cache: `2 requests were not in it: the tools were others (9,000 tokens)`. */
export function describeCacheMisses(misses: readonly CacheMiss[]): string {
  const tokens = new Map<CacheMiss['changed'], number>();
  for (const miss of misses) tokens.set(miss.changed, (tokens.get(miss.changed) ?? 0) + (miss.tokens ?? 0));
  const reasons = [...tokens].map(
    ([changed, count]) => CHANGES[changed] + (count === 0 ? '' : ` (${groupDigits(count)} tokens)`),
  );
  const requests = misses.length === 1 ? '1 request was' : `${countOf(misses.length, 'request')} were`;
  return `${requests} not in it as far as expected: ${reasons.join(', ')}`;
}
