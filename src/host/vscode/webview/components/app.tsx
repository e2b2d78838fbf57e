import type { Act } from '../state/action.js';
import type { ScrollPosition } from '../state/saved-view.js';
import { canAsk, isRunning, waitingCall, type State } from '../state/state.js';
import { Composer } from './composer.js';
import { Conversation } from './conversation.js';
import { Footer } from './footer.js';
import { Header } from './header.js';
import { Turn } from './turn.js';
import { Welcome } from './welcome.js';

interface Props {
  readonly state: State;
  readonly start: ScrollPosition;
  readonly act: Act;
  readonly onRest: (position: ScrollPosition) => void;
}

export function App({ state, start, act, onRest }: Props) {
  const { epoch, turns, status, draft, search, caret, focusCount } = state;
  if (status === undefined) return <p class="note starting">Starting…</p>;
  const mayAsk = canAsk(state);
  const isBusy = isRunning(state);
  return (
    <div
      class="app"
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.isComposing && isBusy)
          act({ type: 'tell', message: { type: 'stop' } });
      }}
    >
      <Header status={status} act={act} />
      <main>
        <h1 class="for-screen-readers">Troupe</h1>
        <Conversation start={start} onRest={onRest}>
          {turns.length === 0 && <Welcome status={status} mayAsk={mayAsk} act={act} />}
          {turns.map((turn, index) => {
            const isLast = index === turns.length - 1;
            return (
              <Turn
                key={`${epoch}.${index}`}
                turn={turn}
                isLast={isLast}
                mayAsk={isLast && mayAsk}
                act={act}
              />
            );
          })}
        </Conversation>
        <Composer
          draft={draft}
          search={search}
          caret={caret}
          focusCount={focusCount}
          mayAsk={mayAsk}
          isRunning={isBusy}
          waiting={waitingCall(state)}
          problem={status.problem}
          act={act}
        />
      </main>
      <Footer status={status} act={act} />
    </div>
  );
}
