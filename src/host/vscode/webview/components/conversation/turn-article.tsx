import type { ComponentChildren } from 'preact';
import type { LiveState } from '../../../../../actors/threads/live-state.js';
import { findOpenTodos } from '../../steps/find-open-todos.js';
import { findRequestTime } from '../../../../../actors/threads/find-request-time.js';
import type { TurnView } from '../../../../../actors/threads/turn-view.js';
import { DispatchContext } from '../../lib/dispatch-context.js';
import { memo } from '../../lib/memo.js';
import type { Dispatch } from '../../state/action.js';
import { listShownSteps } from '../../state/shown-turns.js';
import { groupSteps, type PlacedStep } from '../../steps/group-steps.js';
import { canResume, findSignOfLife, hasNoAnswer } from '../../steps/signs-of-life.js';
import { describeCosts } from '../../text/turn-texts.js';
import { TurnFiles } from '../memory/turn-files.js';
import { ErrorBoundary } from '../parts/error-boundary.js';
import { ErrorNotice } from './error-notice.js';
import { useLastSteps } from './last-steps.js';
import { ReadingRunView } from './reading-run.js';
import { StepView } from './step-view.js';
import { StepMessage } from '../plan/step-message.js';
import { Silence, Thinking } from './thinking.js';
import { UserMessageView } from './user-message.js';
import { ACTION_TEXTS, TURN_TEXTS, VIEW_TEXTS } from '../../../words/view-words.js';

interface Props {
  readonly turn: TurnView;
  /** What is streamed into it. */
  readonly live: LiveState;
  /** The calls that the person has answered about; the entries will say so. */
  readonly answered: ReadonlySet<string>;
  /** Whether it is the last turn: only its message can be sent again. */
  readonly isLast: boolean;
  readonly canAsk: boolean;
  readonly dispatch: Dispatch;
}

/** A message and the steps of its turn. */
export const TurnArticle = memo<Props>(function Turn({ turn, live, answered, isLast, canAsk, dispatch }) {
  const { message, state, error } = turn;
  const isRunning = state === 'running';
  const steps = listShownSteps(turn, live);
  const { items, showEarlier } = useLastSteps(groupSteps(steps));
  const costs = isRunning ? '' : describeCosts(turn);
  const todos = findOpenTodos(steps);
  const draw = ({ step, index }: PlacedStep): ComponentChildren => {
    const isCurrent = isRunning && index === steps.length - 1;
    return (
      <ErrorBoundary key={index} fallback={<p class="note">{TURN_TEXTS.brokenStep}</p>}>
        <StepView
          step={step}
          turnState={state}
          isCurrent={isCurrent}
          isTodoList={step.kind === 'call' && step === todos}
          isAnswered={step.kind === 'call' && answered.has(step.callId)}
          output={step.kind === 'call' ? live.outputs.get(step.callId) : undefined}
          since={isCurrent ? findRequestTime(turn) : undefined}
          isLast={isLast && index === steps.length - 1}
          dispatch={dispatch}
        />
      </ErrorBoundary>
    );
  };
  return (
    <DispatchContext.Provider value={dispatch}>
      {/* While the text streams in, screen readers should not read it word by word. */}
      <article
        class="turn"
        data-state={isRunning || state === 'interrupted' ? state : 'ended'}
        aria-busy={isRunning}
        aria-label={VIEW_TEXTS.turn}
      >
        {message !== undefined && turn.step !== undefined && <StepMessage text={message.text} />}
        {message !== undefined && turn.step === undefined && (
          <UserMessageView
            text={message.text}
            attachments={message.attachments}
            entry={message.entry === '' ? undefined : message.entry}
            dispatch={dispatch}
          />
        )}
        <h2 class="for-screen-readers">{VIEW_TEXTS.name}</h2>
        {showEarlier}
        {items.map((item) =>
          'summary' in item ? (
            <ReadingRunView key={item.steps[0]?.index} run={item} draw={draw} />
          ) : (
            draw(item)
          ),
        )}
        {isRunning && <SignOfLife turn={turn} live={live} />}
        {hasNoAnswer(turn) && <p class="note">{TURN_TEXTS.noAnswer}</p>}
        {error !== undefined && (
          <ErrorNotice
            error={error}
            resend={isLast ? <AgainButton turn={turn} canAsk={canAsk} dispatch={dispatch} /> : undefined}
            dispatch={dispatch}
          />
        )}
        {state === 'interrupted' && (
          <div class="note buttons">
            <span>{TURN_TEXTS.interrupted}</span>
            {isLast && <AgainButton turn={turn} canAsk={canAsk} dispatch={dispatch} />}
          </div>
        )}
        {!isRunning && (
          <TurnFiles moment={turn.id === undefined ? undefined : message?.entry} steps={turn.steps} />
        )}
        {costs !== '' && <p class="note costs">{costs}</p>}
      </article>
    </DispatchContext.Provider>
  );
});

function SignOfLife({ turn, live }: Pick<Props, 'turn' | 'live'>) {
  const sign = findSignOfLife(turn, live);
  if (sign === 'nothing') return <Thinking since={findRequestTime(turn)} />;
  if (sign === 'steps') return null;
  return <Silence sign={live.draft.reduce((sum, { text }) => sum + text.length, 0)} />;
}

/** A button that goes on with a turn that was interrupted, or puts another turn in the place of one that failed. */
function AgainButton({ turn, canAsk, dispatch }: Pick<Props, 'turn' | 'canAsk' | 'dispatch'>) {
  const { id, message, state, step } = turn;
  const canGoOn = canResume(turn);
  // A plan goes on by its card.
  if (step !== undefined || (!canGoOn && message === undefined)) return null;
  const press = (): void => {
    if (canGoOn) dispatch({ type: 'tell', message: { type: 'resume' } });
    else if (message !== undefined && id !== undefined)
      dispatch({ type: 'tell', message: { type: 'retry', entry: message.entry } });
    else if (message !== undefined) {
      // It is in no thread yet.
      const { text, attachments } = message;
      dispatch({ type: 'ask', message: { text, attachments: attachments.map(({ ref }) => ref) } });
    }
  };
  const label = canGoOn
    ? ACTION_TEXTS.goOn
    : state === 'interrupted'
      ? ACTION_TEXTS.sendAgain
      : ACTION_TEXTS.retry;
  return (
    <button type="button" class="primary" disabled={!canAsk} onClick={press}>
      {label}
    </button>
  );
}
