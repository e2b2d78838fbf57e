import type { ComponentChildren } from 'preact';
import type { Usage } from '../../../../actors/protocol/llm.js';
import { memo } from '../lib/memo.js';
import type { Act } from '../state/action.js';
import type { TurnView } from '../state/step.js';
import { formatCount } from '../text/format-count.js';
import { AgainButton } from './again-button.js';
import { Guard } from './guard.js';
import { StepView } from './step-view.js';
import { UserMessageView } from './user-message.js';

interface Props {
  readonly turn: TurnView;
  /** Whether it is the last turn: only its message can be sent again. */
  readonly isLast: boolean;
  readonly mayAsk: boolean;
  readonly act: Act;
}

/** A message and the steps of its turn. */
export const Turn = memo<Props>(function Turn({ turn, isLast, mayAsk, act }) {
  const { message, state, steps, usage } = turn;
  const isRunning = state === 'running';
  const again = (label: string): ComponentChildren =>
    isLast ? <AgainButton label={label} message={message} mayAsk={mayAsk} act={act} /> : undefined;
  return (
    // While the text streams in, screen readers should not read it word by word.
    <article class="turn" data-state={state} aria-busy={isRunning} aria-label="Turn">
      <UserMessageView message={message} act={act} />
      <h2 class="for-screen-readers">Troupe</h2>
      {steps.map((step, index) => (
        <Guard key={index} instead={<p class="note">This step cannot be shown.</p>}>
          <StepView
            step={step}
            isCurrent={isRunning && index === steps.length - 1}
            again={step.kind === 'error' ? again('Retry') : undefined}
            act={act}
          />
        </Guard>
      ))}
      {state === 'interrupted' && (
        <div class="note">This turn was interrupted before it ended. {again('Send again')}</div>
      )}
      {!isRunning && usage !== undefined && <p class="note">{formatUsage(usage)}</p>}
    </article>
  );
});

function formatUsage({ inputTokens, outputTokens }: Usage): string {
  return `${formatCount(inputTokens, 'token')} in, ${formatCount(outputTokens, 'token')} out`;
}
