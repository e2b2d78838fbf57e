import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { LogScroller } from './log-scroller.js';

interface Props {
  readonly number: number;
  /** Absent for a message that is not in the thread yet. */
  readonly id: string | undefined;
  readonly isLast: boolean;
  readonly scroller: LogScroller;
  readonly children: ComponentChildren;
}

/** The place of a turn that is drawn. */
export function TurnRow({ number, id, isLast, scroller, children }: Props) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(
    () => (element.current === null ? undefined : scroller.addTurn(number, id, element.current)),
    [number, id],
  );
  // An older turn is not news when it is drawn again.
  return (
    <div ref={element} class="turn-row" data-turn={number} aria-live={isLast ? 'polite' : 'off'}>
      {children}
    </div>
  );
}
