import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import { Ticker } from '../../lib/ticker.js';
import { formatSeconds } from '../../text/format-duration.js';

/** The timer of the view. */
export const TickerContext = createContext(new Ticker());

// A turn never runs as long: the clock of the machine that runs it is another one.
const MAX_SECONDS = 24 * 3_600;

interface Props {
  /** When it began. Units: milliseconds since 1970. */
  readonly since: number;
}

/** How long something has run, from one second on, after a space. Screen readers skip it: it would be read each second. */
export function Elapsed({ since }: Props) {
  const ticker = useContext(TickerContext);
  const [now, setNow] = useState(() => ticker.now());
  useEffect(() => ticker.subscribe(() => setNow(ticker.now())), [ticker]);
  const seconds = Math.floor((now - since) / 1_000);
  if (seconds < 1 || seconds > MAX_SECONDS) return null;
  return (
    <span class="elapsed" aria-hidden="true">
      {' '}
      {formatSeconds(seconds)}
    </span>
  );
}
