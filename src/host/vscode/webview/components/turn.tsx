import type { ComponentChildren } from 'preact';
import type { Usage } from '../../../../actors/protocol/llm.js';
import { memo } from '../lib/memo.js';
import type { Dispatch } from '../state/action.js';
import type { TurnView } from '../state/step.js';
import { formatCount } from '../text/format-count.js';
import { ErrorBoundary } from './error-boundary.js';
import { StepView } from './step-view.js';
import { UserMessageView } from './user-message.js';

interface Props {
  readonly turn: TurnView;
  /** Whether it is the last turn: only its message can be sent again. */
  readonly isLast: boolean;
  readonly canAsk: boolean;
  readonly dispatch: Dispatch;
}

/** A message and the steps of its turn. */
export const Turn = memo<Props>(function Turn({ turn, isLast, canAsk, dispatch }) {
  const { message, state, steps, usage } = turn;
  const isRunning = state === 'running';
  const resend = (label: string): ComponentChildren =>
    isLast ? (
      <button
        type="button"
        class="primary"
        disabled={!canAsk}
        onClick={() => dispatch({ type: 'ask', message })}
      >
        {label}
      </button>
    ) : undefined;
  return (
    // While the text streams in, screen readers should not read it word by word.
    <article class="turn" data-state={state} aria-busy={isRunning} aria-label="Turn">
      <UserMessageView message={message} dispatch={dispatch} />
      <h2 class="for-screen-readers">Troupe</h2>
      {steps.map((step, index) => (
        <ErrorBoundary key={index} fallback={<p class="note">This step cannot be shown.</p>}>
          <StepView
            step={step}
            isCurrent={isRunning && index === steps.length - 1}
            resend={step.kind === 'error' ? resend('Retry') : undefined}
            dispatch={dispatch}
          />
        </ErrorBoundary>
      ))}
      {state === 'interrupted' && (
        <div class="note">This turn was interrupted before it ended. {resend('Send again')}</div>
      )}
      {!isRunning && usage !== undefined && <p class="note">{formatUsage(usage)}</p>}
    </article>
  );
});

function formatUsage({ inputTokens, outputTokens }: Usage): string {
  return `${formatCount(inputTokens, 'token')} in, ${formatCount(outputTokens, 'token')} out`;
}
