import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import { Elapsed, TickerContext } from '../parts/elapsed.js';
import { Icon } from '../parts/icon.js';
import { TURN_TEXTS } from '../../../words/view-words.js';

interface ThinkingProps {
  /** When the model got its request. Units: milliseconds since 1970. `undefined` when it has none yet. */
  readonly since: number | undefined;
}

/** A sign of life while a turn runs and nothing can be seen of it. */
export function Thinking({ since }: ThinkingProps) {
  return <Sign text={since === undefined ? TURN_TEXTS.sending : TURN_TEXTS.thinking} since={since} />;
}

// A text that streams in pauses for less. Units: milliseconds.
const SILENCE_MS = 2_000;

interface SilenceProps {
  /** Changes with everything that arrives. */
  readonly sign: number;
}

/** A sign of life when nothing has arrived for a while: what a model writes for a tool cannot be seen as it is written. */
export function Silence({ sign }: SilenceProps) {
  const ticker = useContext(TickerContext);
  const last = useRef({ sign, at: ticker.now() });
  if (last.current.sign !== sign) last.current = { sign, at: ticker.now() };
  const [now, setNow] = useState(() => ticker.now());
  useEffect(() => ticker.subscribe(() => setNow(ticker.now())), [ticker]);
  const { at } = last.current;
  return now - at < SILENCE_MS ? null : <Sign text={TURN_TEXTS.working} since={at} />;
}

function Sign({ text, since }: { readonly text: string; readonly since: number | undefined }) {
  return (
    <p class="thinking">
      <Icon name="loading" isSpinning />
      <span>
        {text}
        {since !== undefined && <Elapsed since={since} />}
      </span>
    </p>
  );
}
