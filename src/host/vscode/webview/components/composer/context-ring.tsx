import type { ViewStatus } from '../../../../../actors/protocol/ui.js';

// Of a circle whose circumference is 100, so that a dash is a share in percent.
const RADIUS = 100 / (2 * Math.PI);

type Context = NonNullable<ViewStatus['context']>;

/** How full the model's context window is, as a ring. What it shows is said where it stands. */
export function ContextRing(context: Context) {
  const percent = percentOf(context);
  return (
    <svg class="ring" viewBox="0 0 40 40" aria-hidden="true" data-full={percent >= 80}>
      <circle cx="20" cy="20" r={RADIUS} />
      <circle class="used" cx="20" cy="20" r={RADIUS} stroke-dasharray={`${percent} 100`} />
    </svg>
  );
}

/** Units: percent. */
export function percentOf({ usedTokens, windowTokens }: Context): number {
  return Math.min(100, Math.round((100 * usedTokens) / windowTokens));
}
