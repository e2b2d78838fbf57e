import type { ComponentChildren } from 'preact';
import type { Usage } from '../../../../../actors/protocol/llm.js';
import type { LiveState } from '../../../../../actors/threads/live-state.js';
import type { TurnView } from '../../../../../actors/threads/turn-view.js';
import { memo } from '../../lib/memo.js';
import type { Dispatch } from '../../state/action.js';
import { listShownSteps } from '../../state/shown-turns.js';
import { formatCount } from '../../text/format-count.js';
import { ErrorBoundary } from '../parts/error-boundary.js';
import { ErrorNotice } from './error-notice.js';
import { useLastSteps } from './last-steps.js';
import { StepView } from './step-view.js';
import { UserMessageView } from './user-message.js';

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
export const Turn = memo<Props>(function Turn({ turn, live, answered, isLast, canAsk, dispatch }) {
  const { message, state, error, usage } = turn;
  const isRunning = state === 'running';
  const { steps, first, showEarlier } = useLastSteps(listShownSteps(turn, live));
  const resend = (label: string): ComponentChildren =>
    isLast && message !== undefined ? (
      <button
        type="button"
        class="primary"
        disabled={!canAsk}
        onClick={() => {
          const { text, attachments } = message;
          const again = { text, attachments: attachments.map(({ ref }) => ref) };
          dispatch({ type: 'ask', message: again });
        }}
      >
        {label}
      </button>
    ) : undefined;
  return (
    // While the text streams in, screen readers should not read it word by word.
    <article
      class="turn"
      data-state={isRunning || state === 'interrupted' ? state : 'ended'}
      aria-busy={isRunning}
      aria-label="Turn"
    >
      {message !== undefined && (
        <UserMessageView text={message.text} attachments={message.attachments} dispatch={dispatch} />
      )}
      <h2 class="for-screen-readers">Troupe</h2>
      {showEarlier}
      {steps.map((step, index) => (
        <ErrorBoundary key={first + index} fallback={<p class="note">This step cannot be shown.</p>}>
          <StepView
            step={step}
            turnState={state}
            isCurrent={isRunning && index === steps.length - 1}
            isAnswered={step.kind === 'call' && answered.has(step.callId)}
            output={step.kind === 'call' ? live.outputs.get(step.callId) : undefined}
            dispatch={dispatch}
          />
        </ErrorBoundary>
      ))}
      {error !== undefined && <ErrorNotice error={error} resend={resend('Retry')} dispatch={dispatch} />}
      {state === 'interrupted' && (
        <div class="note">This turn was interrupted before it ended. {resend('Send again')}</div>
      )}
      {!isRunning && usage.inputTokens + usage.outputTokens > 0 && <p class="note">{formatUsage(usage)}</p>}
    </article>
  );
});

function formatUsage({ inputTokens, outputTokens }: Usage): string {
  return `${formatCount(inputTokens, 'token')} in, ${formatCount(outputTokens, 'token')} out`;
}
