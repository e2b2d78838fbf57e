import type { CallStep } from '../../../../../actors/threads/turn-view.js';
import { memo } from '../../lib/memo.js';
import type { Dispatch } from '../../state/action.js';
import { describeCall } from '../../steps/describe-call.js';
import { toVisibleName } from '../../../../markdown/visible-text.js';
import { ApprovalCard } from '../approval/approval-card.js';
import { CheckpointMenu } from '../memory/checkpoint-menu.js';
import { Fold } from '../parts/fold.js';
import { CallDetails } from './call-details.js';
import { CallLineView, OpenButton } from './call-line.js';
import { LiveOutput } from './call-output.js';
import { CHECKPOINT_TEXTS } from '../../../words/memory-words.js';

interface Props {
  readonly step: CallStep;
  /** The output so far, while it runs. */
  readonly live: string | undefined;
  /** Whether the person has answered its question; the entries will say so. */
  readonly isAnswered: boolean;
  /** Whether it holds the to-do list that the model works through now. */
  readonly isTodoList: boolean;
  readonly dispatch: Dispatch;
}

/** A tool call: a line that says what it does and what came of it, and behind it the whole of both. */
export const ToolStepView = memo<Props>(function ToolStepView({
  step,
  live,
  isAnswered,
  isTodoList,
  dispatch,
}) {
  const { callId, tool, question } = step;
  const line = describeCall(step, isAnswered);
  const isWaiting = line.state === 'waiting' && question !== undefined;
  const isRunning = line.state === 'running';
  // A command's output is shown while it runs; afterwards the step collapses to one line.
  const isWatched = isRunning && (question?.preview?.kind === 'command' || live !== undefined);
  return (
    <Fold
      icon={line.icon}
      isSpinning={isRunning}
      line={<CallLineView {...line} />}
      state={line.state}
      tool={toVisibleName(tool)}
      isOpen={isWaiting || isWatched || isTodoList}
      action={
        <>
          <OpenButton object={line.object} />
          {step.checkpoint !== undefined && (
            <CheckpointMenu moment={step.checkpoint} label={CHECKPOINT_TEXTS.afterStep} />
          )}
        </>
      }
    >
      {isWaiting ? (
        <ApprovalCard
          callId={callId}
          tool={tool}
          params={step.params}
          preview={question.preview}
          question={question}
          dispatch={dispatch}
        />
      ) : (
        <CallDetails step={step} />
      )}
      {isRunning && <LiveOutput output={live} />}
    </Fold>
  );
});
