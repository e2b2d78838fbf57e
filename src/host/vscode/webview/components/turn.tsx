import type { Usage } from '../../../../actors/protocol/llm.js';
import { memo } from '../memo.js';
import type { Act } from '../state/action.js';
import type { TurnView } from '../state/step.js';
import { formatCount } from '../text/format-count.js';
import { StepView } from './step-view.js';
import { UserMessageView } from './user-message.js';

interface Props {
  readonly turn: TurnView;
  /** Whether its message may be sent again. */
  readonly mayRetry: boolean;
  readonly act: Act;
}

/** A message and all that came of it. */
export const Turn = memo<Props>(function Turn({ turn, mayRetry, act }) {
  const { message, state, steps, usage } = turn;
  const isRunning = state === 'running';
  const retry = mayRetry ? () => act({ type: 'ask', message }) : undefined;
  return (
    // While it is written nobody wants it read out word by word.
    <article class="turn" data-state={state} aria-busy={isRunning} aria-label="Turn">
      <UserMessageView message={message} act={act} />
      <h2 class="for-screen-readers">Troupe</h2>
      {steps.map((step, index) => (
        <StepView
          key={index}
          step={step}
          isCurrent={isRunning && index === steps.length - 1}
          retry={step.kind === 'error' ? retry : undefined}
          act={act}
        />
      ))}
      {state === 'interrupted' && (
        <div class="note">
          This turn was interrupted before it ended.{' '}
          {retry !== undefined && (
            <button type="button" onClick={retry}>
              Send again
            </button>
          )}
        </div>
      )}
      {!isRunning && usage !== undefined && <p class="note">{formatUsage(usage)}</p>}
    </article>
  );
});

function formatUsage({ inputTokens, outputTokens }: Usage): string {
  return `${formatCount(inputTokens, 'token')} in, ${formatCount(outputTokens, 'token')} out`;
}
