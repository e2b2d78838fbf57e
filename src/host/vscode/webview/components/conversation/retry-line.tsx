import { useContext, useEffect, useState } from 'preact/hooks';
import type { TurnState, TurnStep } from '../../../../../actors/threads/turn-view.js';
import { plainText, toVisibleText } from '../../../../markdown/visible-text.js';
import { memo } from '../../lib/memo.js';
import { clampText } from '../../text/clamp-text.js';
import { describeRetry } from '../../text/turn-texts.js';
import { TickerContext } from '../parts/elapsed.js';

interface Props {
  readonly step: Extract<TurnStep, { kind: 'retry' }>;
  readonly turnState: TurnState;
  /** Whether the turn waits for this try, or makes it. */
  readonly isCurrent: boolean;
}

/** Why a request is made again, and a countdown to it. A turn that has failed says why by itself. */
export const RetryLine = memo<Props>(function RetryLine({ step, turnState, isCurrent }) {
  const { notice, at } = step;
  const { shown } = clampText(notice.reason, { maxChars: 200, maxLines: 1 });
  return (
    <p class="note">
      {turnState !== 'failed' && (
        <>
          <bdi>{toVisibleText(plainText(shown))}</bdi>{' '}
        </>
      )}
      {isCurrent ? <Countdown notice={notice} at={at} /> : describeRetry(notice, undefined)}
    </p>
  );
});

function Countdown({ notice, at }: Pick<Props['step'], 'notice' | 'at'>) {
  const ticker = useContext(TickerContext);
  const [now, setNow] = useState(() => ticker.now());
  useEffect(() => ticker.subscribe(() => setNow(ticker.now())), [ticker]);
  // The clock of the machine that waits may be another one.
  const leftMs = Math.min(notice.waitMs, Math.max(0, at + notice.waitMs - now));
  return <>{describeRetry(notice, leftMs)}</>;
}
