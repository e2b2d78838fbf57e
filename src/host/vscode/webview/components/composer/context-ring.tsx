import type { ViewStatus } from '../../../../../actors/protocol/ui.js';
import { COMPOSER_TEXTS } from '../../../words/view-words.js';

// Of a circle whose circumference is 100, so that a dash is a share in percent.
const RADIUS = 100 / (2 * Math.PI);

/** How full the model's context window is, as a ring. */
export function ContextRing({ usedTokens, windowTokens }: NonNullable<ViewStatus['context']>) {
  const percent = Math.min(100, Math.round((100 * usedTokens) / windowTokens));
  const text = COMPOSER_TEXTS.window(percent, usedTokens, windowTokens);
  return (
    <svg class="ring" viewBox="0 0 40 40" role="img" aria-label={text} data-full={percent >= 80}>
      <title>{text}</title>
      <circle cx="20" cy="20" r={RADIUS} />
      <circle class="used" cx="20" cy="20" r={RADIUS} stroke-dasharray={`${percent} 100`} />
    </svg>
  );
}
