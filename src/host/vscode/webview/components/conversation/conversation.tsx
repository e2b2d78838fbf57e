import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks';
import { NOTHING_LIVE } from '../../../../../actors/threads/live-state.js';
import type { Dispatch } from '../../state/action.js';
import type { ScrollPosition } from '../../state/saved-view.js';
import { endOfTurns, findTurn, idOfTurn, turnOf } from '../../state/shown-turns.js';
import { canStartTurn, findWaitingCall, type State } from '../../state/state.js';
import { GapRow } from './gap-row.js';
import { JumpButton } from './jump-button.js';
import { LogScroller } from './log-scroller.js';
import { TurnArticle } from './turn-article.js';
import { TurnRow } from './turn-row.js';
import { VIEW_TEXTS } from '../../../words/view-words.js';

// As long as a reader needs to see which message was found.
const FOUND_MS = 4_000;

const FOUND = { outline: '1px solid var(--vscode-focusBorder)', outlineOffset: '2px' };

interface Props {
  readonly state: State;
  /** The scroll position from the last time the view was open. */
  readonly start: ScrollPosition;
  readonly dispatch: Dispatch;
  /** Called when the reader stops scrolling. */
  readonly onScrollEnd: (position: ScrollPosition) => void;
  /** Draws the search in the conversation above it, if it is open. */
  readonly drawFind: (scroller: LogScroller) => ComponentChildren;
  /** What an empty conversation shows. */
  readonly children: ComponentChildren;
}

/** The scrolling conversation: the turns near what is seen, and gaps in the place of the others. */
export function Conversation({ state, start, dispatch, onScrollEnd, drawFind, children }: Props) {
  const { epoch, live, answered, sending } = state;
  const [, draw] = useReducer((count: number) => count + 1, 0);
  const box = useRef<HTMLDivElement>(null);
  const [scroller] = useState(() => new LogScroller(start, () => draw(undefined)));
  const rows = scroller.rowsOf(state);
  const end = endOfTurns(state);
  const canAsk = canStartTurn(state);
  const waiting = findWaitingCall(state);
  let gaps = 0;

  useLayoutEffect(() => (box.current === null ? undefined : scroller.attach(box.current)), []);
  // After each render: the text may have grown, or the conversation may be another one.
  useLayoutEffect(() => scroller.drawn());
  useLayoutEffect(() => {
    if (sending !== undefined) scroller.goToEnd();
  }, [sending]);
  useLayoutEffect(() => {
    if (waiting !== undefined) scroller.ask();
  }, [waiting]);

  useLayoutEffect(() => {
    const { goTo } = state.memory;
    if (goTo === undefined) return;
    const turn = findTurn(state, goTo.turn ?? goTo.entry);
    // It may be among the turns that are still to arrive.
    if (turn === undefined && state.hasEarlier) return;
    dispatch({ type: 'arrived' });
    if (turn === undefined) return;
    scroller.reveal(turn, (element, scrollTo) => {
      const answer =
        goTo.role === 'user' ? undefined : element.querySelector('.turn > .markdown:last-of-type');
      const found = answer ?? element.querySelector('.user-message') ?? element;
      scrollTo(found.getBoundingClientRect());
      found.animate([FOUND, FOUND, { ...FOUND, outlineColor: 'transparent' }], FOUND_MS);
      box.current?.focus({ preventScroll: true });
    });
  }, [state.memory.goTo, state.turns]);

  return (
    <div class="conversation">
      {drawFind(scroller)}
      <div
        ref={box}
        class="log"
        role="log"
        aria-label={VIEW_TEXTS.chat}
        aria-live="polite"
        tabIndex={0}
        onKeyDown={(event) => {
          if (goByKey(event, scroller)) event.preventDefault();
        }}
        onScroll={() => scroller.scrolled()}
        onScrollEnd={() => onScrollEnd(scroller.position)}
      >
        {end === state.firstTurn && children}
        {rows.map((row) => {
          if (row.kind === 'gap')
            return (
              <GapRow
                // The same element when it grows and shrinks, so that its buttons keep the focus.
                key={`${epoch} gap ${gaps++}`}
                gap={row}
                isFirst={row.from === state.firstTurn}
                scroller={scroller}
              />
            );
          const turn = turnOf(state, row.turn);
          const isLast = row.turn === end - 1;
          return (
            turn !== undefined && (
              <TurnRow
                key={`${epoch}.${row.turn}`}
                number={row.turn}
                id={idOfTurn(turn)}
                isLast={isLast}
                scroller={scroller}
              >
                <TurnArticle
                  turn={turn}
                  live={isLast ? live : NOTHING_LIVE}
                  answered={answered}
                  isLast={isLast}
                  canAsk={isLast && canAsk}
                  dispatch={dispatch}
                />
              </TurnRow>
            )
          );
        })}
      </div>
      <JumpButton
        state={state}
        isAway={scroller.isAway}
        asks={waiting !== undefined}
        onJump={() => {
          scroller.goToEnd();
          // The button disappears, so the focus moves to the conversation.
          box.current?.focus();
        }}
      />
    </div>
  );
}

/** The browser's own keys would scroll towards heights that are estimated. Returns whether the key was one of these. */
function goByKey(event: KeyboardEvent, scroller: LogScroller): boolean {
  const { key, target, ctrlKey, altKey, metaKey, shiftKey } = event;
  if (ctrlKey || altKey || metaKey || shiftKey) return false;
  if (!(target instanceof Element) || target.closest('input, textarea, select, pre') !== null) return false;
  if (key === 'Home') scroller.goToStart();
  else if (key === 'End') scroller.goToEnd();
  else return false;
  return true;
}
