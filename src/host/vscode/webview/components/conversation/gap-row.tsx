import type { VirtualRow } from '../../state/turn-window.js';
import type { LogScroller } from './log-scroller.js';
import { TURN_TEXTS } from '../../../words/view-words.js';

interface Props {
  readonly gap: Extract<VirtualRow, { kind: 'gap' }>;
  /** Whether nothing is before it. */
  readonly isFirst: boolean;
  readonly scroller: LogScroller;
}

/**
 * The place of turns that are not drawn. Scrolling draws them before the gap comes into sight; its buttons are for readers
 * who go from element to element.
 */
export function GapRow({ gap: { from, to, heightPx }, isFirst, scroller }: Props) {
  return (
    <div class="gap" style={{ height: `${heightPx}px` }}>
      {!isFirst && (
        <button type="button" class="quiet" onClick={() => scroller.showGap(from)}>
          {TURN_TEXTS.showLater}
        </button>
      )}
      <button type="button" class="quiet" onClick={() => scroller.showGap(to - 1)}>
        {TURN_TEXTS.showEarlier}
      </button>
    </div>
  );
}
