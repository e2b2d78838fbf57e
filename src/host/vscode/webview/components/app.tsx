import type { Dispatch } from '../state/action.js';
import type { ScrollPosition } from '../state/saved-view.js';
import { canSendMessage, canStartTurn, isRunning, findWaitingCall, type State } from '../state/state.js';
import { Composer } from './composer/composer.js';
import { Conversation } from './conversation/conversation.js';
import { FindBar } from './find/find-bar.js';
import { Footer } from './footer.js';
import { Header } from './header.js';
import { hasFiles, readDroppedPaths } from '../state/dropped-paths.js';
import { Welcome } from './welcome.js';

interface Props {
  readonly state: State;
  readonly start: ScrollPosition;
  readonly dispatch: Dispatch;
  readonly onScrollEnd: (position: ScrollPosition) => void;
}

export function App({ state, start, dispatch, onScrollEnd }: Props) {
  const { status, draft, search, caret, focusCount } = state;
  if (status === undefined) return <p class="note starting">Starting…</p>;
  const isBusy = isRunning(state);
  return (
    <div
      class="app"
      onDragOver={(event) => {
        if (hasFiles(event)) event.preventDefault();
      }}
      onDrop={(event) => {
        const paths = readDroppedPaths(event);
        if (paths.length === 0) return;
        event.preventDefault();
        dispatch({ type: 'dropped', paths });
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.isComposing && isBusy)
          dispatch({ type: 'tell', message: { type: 'stop' } });
      }}
    >
      <Header status={status} dispatch={dispatch} />
      <main>
        <h1 class="for-screen-readers">Troupe</h1>
        <Conversation
          state={state}
          start={start}
          dispatch={dispatch}
          onScrollEnd={onScrollEnd}
          drawFind={(scroller) =>
            state.findCount > 0 && <FindBar state={state} scroller={scroller} dispatch={dispatch} />
          }
        >
          <Welcome status={status} canAsk={canStartTurn(state)} dispatch={dispatch} />
        </Conversation>
        <Composer
          draft={draft}
          search={search}
          caret={caret}
          focusCount={focusCount}
          canSend={canSendMessage(state)}
          isRunning={isBusy}
          waiting={findWaitingCall(state)}
          problem={status.problem}
          dispatch={dispatch}
        />
      </main>
      <Footer status={status} dispatch={dispatch} />
    </div>
  );
}
