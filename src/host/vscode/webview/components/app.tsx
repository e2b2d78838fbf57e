import { useMemo } from 'preact/hooks';
import type { Dispatch } from '../state/action.js';
import type { ScrollPosition } from '../state/saved-view.js';
import { canSendMessage, canStartTurn, isTurnRunning, findWaitingCall, type State } from '../state/state.js';
import { ChatListView } from './chats/chat-list.js';
import { JumpCard } from './memory/jump-card.js';
import { MemoryContext } from '../lib/memory-context.js';
import { useReadable } from '../lib/use-readable.js';
import { Composer } from './composer/composer.js';
import { Conversation } from './conversation/conversation.js';
import { PlanCard } from './plan/plan-card.js';
import { FindBar } from './find/find-bar.js';
import { ReviewBar } from './review/review-bar.js';
import { attachFiles } from '../state/attach-files.js';
import { listQueued } from '../state/queue.js';
import { isRecalled } from '../state/recall.js';
import { endOfTurns } from '../state/shown-turns.js';
import { readApprovalKey } from './composer/read-approval-key.js';
import { hasFiles, readDroppedPaths } from '../state/dropped-paths.js';
import { Welcome } from './welcome.js';
import { VIEW_TEXTS } from '../../words/view-words.js';

interface Props {
  readonly state: State;
  readonly start: ScrollPosition;
  readonly dispatch: Dispatch;
  readonly onScrollEnd: (position: ScrollPosition) => void;
}

export function App({ state, start, dispatch, onScrollEnd }: Props) {
  const { status, changedFiles, draft, search, caret, focusCount, refusal } = state;
  const { plan, turns, epoch } = state;
  const { memory } = state;
  const canTravel = status !== undefined && !isTurnRunning(state);
  const known = useMemo(() => ({ memory, changedFiles, canTravel }), [memory, changedFiles, canTravel]);
  const queued = useMemo(() => listQueued(state), [state.turns, state.unsent]);
  const waiting = useReadable(findWaitingCall(state));
  if (status === undefined) return <p class="note starting">{VIEW_TEXTS.starting}</p>;
  const isBusy = isTurnRunning(state);
  return (
    <div
      class="app"
      onDragOver={(event) => {
        if (hasFiles(event)) event.preventDefault();
      }}
      onDrop={(event) => {
        const paths = readDroppedPaths(event);
        const files = [...(event.dataTransfer?.files ?? [])];
        if (paths.length === 0 && files.length === 0) return;
        event.preventDefault();
        if (paths.length > 0) dispatch({ type: 'dropped', paths });
        else void attachFiles(files, dispatch);
      }}
      onKeyDown={(event) => {
        const isInText = event.target instanceof HTMLTextAreaElement && event.target.value !== '';
        const answer = event.defaultPrevented ? undefined : readApprovalKey(event, waiting, isInText);
        if (answer !== undefined) {
          event.preventDefault();
          dispatch({ type: 'tell', message: answer });
        } else if (event.key === 'Escape' && isBusy) dispatch({ type: 'tell', message: { type: 'stop' } });
      }}
    >
      <MemoryContext.Provider value={known}>
        <main inert={memory.isListShown} class={canTravel ? undefined : 'cannot-travel'}>
          <h1 class="for-screen-readers">{VIEW_TEXTS.name}</h1>
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
          {memory.asked !== undefined && (
            <JumpCard asked={memory.asked} plan={memory.plan} dispatch={dispatch} />
          )}
          {plan !== undefined && (
            <PlanCard
              key={`${epoch} ${plan.isCarriedOut}`}
              plan={plan}
              turns={turns}
              canAct={canStartTurn(state)}
              dispatch={dispatch}
            />
          )}
          <ReviewBar files={changedFiles} dispatch={dispatch} />
          <Composer
            status={status}
            queued={queued}
            draft={draft}
            search={search}
            caret={caret}
            focusCount={focusCount}
            canSend={canSendMessage(state)}
            isRunning={isBusy}
            isRecalled={isRecalled(state)}
            isFirstScreen={endOfTurns(state) === state.firstTurn}
            refusal={refusal}
            dispatch={dispatch}
          />
        </main>
        {memory.isListShown && <ChatListView memory={memory} dispatch={dispatch} />}
      </MemoryContext.Provider>
    </div>
  );
}
