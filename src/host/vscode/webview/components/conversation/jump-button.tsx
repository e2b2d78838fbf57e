import { useRef } from 'preact/hooks';
import type { State } from '../../state/state.js';
import { Icon } from '../parts/icon.js';
import { TURN_TEXTS } from '../../../words/view-words.js';

interface Props {
  readonly state: State;
  /** Whether the reader is not at the end. */
  readonly isAway: boolean;
  /** Whether a question waits at the end. */
  readonly asks: boolean;
  readonly onJump: () => void;
}

/** The way back to the end, for a reader who is not there. */
export function JumpButton({ state: { epoch, turns, live }, isAway, asks, onJump }: Props) {
  const seen = useRef({ epoch, last: turns.last, live });
  if (!isAway || seen.current.epoch !== epoch) seen.current = { epoch, last: turns.last, live };
  if (!isAway) return null;
  const hasNew = seen.current.last !== turns.last || seen.current.live !== live;
  return (
    <button
      type="button"
      class="jump"
      aria-label={asks ? TURN_TEXTS.asks : TURN_TEXTS.jumpToEnd}
      title={hasNew ? TURN_TEXTS.newBelow : TURN_TEXTS.jumpToEnd}
      onClick={onJump}
    >
      {asks && <span>{TURN_TEXTS.asks}</span>}
      <Icon name="arrow-down" />
      {hasNew && !asks && <span class="dot" />}
    </button>
  );
}
