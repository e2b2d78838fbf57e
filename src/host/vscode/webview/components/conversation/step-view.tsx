import type { TurnState } from '../../../../../actors/threads/turn-view.js';
import { memo } from '../../lib/memo.js';
import type { Dispatch } from '../../state/action.js';
import type { ShownStep } from '../../state/shown-turns.js';
import { clampText } from '../../text/clamp-text.js';
import { plainText, toVisibleText } from '../../../../markdown/visible-text.js';
import { Markdown } from '../text/markdown.js';
import { JumpLine } from '../memory/jump-line.js';
import { InstructionsLine } from './instructions-line.js';
import { CompactionCard } from './compaction-card.js';
import { ReasoningStep } from './reasoning-step.js';
import { RetryLine } from './retry-line.js';
import { ToolStepView } from './tool-step.js';
import { UserMessageView } from './user-message.js';
import { TURN_TEXTS } from '../../../words/view-words.js';

interface Props {
  readonly step: ShownStep;
  readonly turnState: TurnState;
  /** Whether the turn is still at this step. */
  readonly isCurrent: boolean;
  /** Whether the person has answered the question about this call. */
  readonly isAnswered: boolean;
  /** Whether it holds the to-do list that the model works through now. */
  readonly isTodoList: boolean;
  /** The output of this call so far, while it runs. */
  readonly output: string | undefined;
  /** When the turn did something last. Units: milliseconds since 1970. `undefined` when that is unknown. */
  readonly since: number | undefined;
  /** Whether it is the last step of the conversation. */
  readonly isLast: boolean;
  readonly dispatch: Dispatch;
}

export const StepView = memo<Props>(function StepView(props) {
  const { step, turnState, isCurrent, isAnswered, isTodoList, output, since, isLast, dispatch } = props;
  switch (step.kind) {
    case 'text':
      return <Markdown text={step.text} isOpen={isCurrent && step.role === 'draft'} />;
    case 'reasoning':
      return (
        <ReasoningStep
          text={step.text}
          isOpen={isCurrent && 'isDraft' in step}
          since={since}
          durationMs={'durationMs' in step ? step.durationMs : undefined}
        />
      );
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
          isTodoList={isTodoList}
          dispatch={dispatch}
        />
      );
    case 'compaction':
      return <CompactionCard step={step} />;
    case 'jump':
      return <JumpLine step={step} isLast={isLast} />;
    case 'instructions':
      return <InstructionsLine step={step} />;
    case 'retry':
      return <RetryLine step={step} turnState={turnState} isCurrent={isCurrent} />;
    default:
      return (
        <p class="note">
          <bdi>{note(step.message)}</bdi>
        </p>
      );
  }
});

function describeWait(state: TurnState): string {
  return state === 'running' ? TURN_TEXTS.waitsForStep : TURN_TEXTS.waitsForMessage;
}

/** A message from elsewhere, shortened for a note. */
function note(text: string): string {
  return toVisibleText(plainText(clampText(text, { maxChars: 500, maxLines: 4 }).shown));
}
