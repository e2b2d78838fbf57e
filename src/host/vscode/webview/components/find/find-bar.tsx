import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Dispatch } from '../../state/action.js';
import type { State } from '../../state/state.js';
import type { LogScroller } from '../conversation/log-scroller.js';
import { Icon } from '../parts/icon.js';
import { Finder, type FindStatus } from './finder.js';
import { FIND_TEXTS } from '../../../words/view-words.js';

interface Props {
  readonly state: State;
  readonly scroller: LogScroller;
  readonly dispatch: Dispatch;
}

/** The search in the conversation. */
export function FindBar({ state, scroller, dispatch }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState('');
  const [found, setFound] = useState<FindStatus>({ position: 0, count: 0, isSearching: false });
  const [finder] = useState(() => new Finder(scroller, setFound));
  const { findCount } = state;

  useLayoutEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, [findCount]);
  useEffect(() => finder.update(state), [state, scroller.rowsOf(state)]);
  // A passive effect of a bar that is closed at once would never be cleaned up.
  useLayoutEffect(() => () => finder.close(), []);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') dispatch({ type: 'closeFind' });
    else if (event.key === 'Enter' && event.target === input.current) finder.step(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
    // In the view, Escape stops the turn.
    event.stopPropagation();
  };
  return (
    <div class="find" role="search" aria-label={FIND_TEXTS.findInChat} onKeyDown={onKeyDown}>
      <input
        ref={input}
        type="text"
        aria-label={FIND_TEXTS.find}
        placeholder={FIND_TEXTS.find}
        spellcheck={false}
        value={query}
        onInput={({ currentTarget: { value } }) => {
          setQuery(value);
          finder.search(value);
        }}
      />
      <span class="find-count" role="status">
        {query === '' ? '' : describe(found)}
      </span>
      {button('arrow-up', FIND_TEXTS.previous, () => finder.step(-1))}
      {button('arrow-down', FIND_TEXTS.next, () => finder.step(1))}
      {button('close', FIND_TEXTS.close, () => dispatch({ type: 'closeFind' }))}
    </div>
  );
}

function button(icon: string, label: string, onClick: () => void) {
  return (
    <button type="button" class="quiet" aria-label={label} title={label} onClick={onClick}>
      <Icon name={icon} />
    </button>
  );
}

function describe({ position, count, isSearching }: FindStatus): string {
  if (count === 0) return isSearching ? FIND_TEXTS.searching : FIND_TEXTS.noResults;
  return FIND_TEXTS.position(position, count) + (isSearching ? '…' : '');
}
