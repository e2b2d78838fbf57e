import type { TurnState } from '../../../../../actors/threads/turn-view.js';
import { memo } from '../../lib/memo.js';
import type { Dispatch } from '../../state/action.js';
import type { ShownStep } from '../../state/shown-turns.js';
import { cutText } from '../../text/cut-text.js';
import { plainText, toVisibleName, toVisibleText } from '../../../../markdown/visible-text.js';
import { Fold } from '../parts/fold.js';
import { Markdown } from '../text/markdown.js';
import { ToolStepView } from './tool-step.js';
import { UserMessageView } from './user-message.js';

// As much of a thought as fits on the line of a wide view.
const MAX_EXCERPT_CHARS = 160;

interface Props {
  readonly step: ShownStep;
  readonly turnState: TurnState;
  /** Whether the turn is still at this step. */
  readonly isCurrent: boolean;
  /** Whether the person has answered the question about this call. */
  readonly isAnswered: boolean;
  /** The output of this call so far, while it runs. */
  readonly output: string | undefined;
  readonly dispatch: Dispatch;
}

export const StepView = memo<Props>(function StepView(props) {
  const { step, turnState, isCurrent, isAnswered, output, dispatch } = props;
  switch (step.kind) {
    case 'text':
      return step.role === 'thought' ? (
        <Fold title="Thought" detail={excerpt(step.text)} state="done">
          <Markdown text={step.text} isOpen={false} />
        </Fold>
      ) : (
        <Markdown text={step.text} isOpen={isCurrent && step.role === 'draft'} />
      );
    case 'reasoning': {
      const isOpen = isCurrent && 'isDraft' in step;
      return (
        <Fold title="Reasoning" detail={isOpen ? '' : excerpt(step.text)} state={isOpen ? 'running' : 'done'}>
          <Markdown text={step.text} isOpen={isOpen} />
        </Fold>
      );
    }
    case 'message':
      return (
        <UserMessageView
          text={step.text}
          attachments={step.attachments}
          note={step.isUnread === true ? describeWait(turnState) : undefined}
          dispatch={dispatch}
        />
      );
    case 'call':
      return (
        <ToolStepView
          step={step}
          live={output}
          isAnswered={isAnswered}
          isInterrupted={turnState === 'interrupted'}
          dispatch={dispatch}
        />
      );
    case 'retry': {
      const { attempt, maxAttempts, waitMs, reason } = step.notice;
      const seconds = Math.ceil(waitMs / 1_000);
      return (
        <p class="note">
          <bdi>{note(reason)}</bdi> Trying again in {seconds} s ({attempt + 1} of {maxAttempts}).
        </p>
      );
    }
    default:
      return (
        <p class="note">
          <bdi>{note(step.message)}</bdi>
        </p>
      );
  }
});

function describeWait(state: TurnState): string {
  return state === 'running'
    ? 'Waiting: the model reads this at its next step.'
    : 'The model reads this with your next message.';
}

/** A message from elsewhere, shortened for a note. */
function note(text: string): string {
  return toVisibleText(plainText(cutText(text, { maxChars: 500, maxLines: 4 }).shown));
}

/** The first line of a thought, which is often all of it. */
function excerpt(text: string): string {
  return toVisibleName(
    cutText(plainText(text).trimStart(), { maxChars: MAX_EXCERPT_CHARS, maxLines: 1 }).shown,
  );
}
