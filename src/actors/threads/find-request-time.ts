import type { TurnView } from './turn-view.js';

/**
 * When the newest request of a turn went to the model: when the turn began, or when its last call ended.
 * Units: milliseconds since 1970. `undefined` before the turn has begun.
 */
export function findRequestTime({ beganAt, steps }: TurnView): number | undefined {
  if (beganAt === undefined) return undefined;
  return steps.reduce(
    (latest, step) => (step.kind === 'call' ? Math.max(latest, step.endedAt ?? 0) : latest),
    beganAt,
  );
}
