import type { ComponentChildren } from 'preact';
import { memo } from '../lib/memo.js';
import type { Dispatch } from '../state/action.js';
import type { Step } from '../state/step.js';
import { cutText } from '../text/cut-text.js';
import { plainText, toVisibleName, toVisibleText } from '../../../markdown/visible-text.js';
import { ErrorNotice } from './error-notice.js';
import { Fold } from './fold.js';
import { Markdown } from './markdown.js';
import { ToolStepView } from './tool-step.js';

// As much of a thought as fits on the line of a wide view.
const MAX_EXCERPT_CHARS = 160;

interface Props {
  readonly step: Step;
  /** Whether the turn is still at this step. */
  readonly isCurrent: boolean;
  /** A button that sends the message of a failed turn again. */
  readonly resend: ComponentChildren;
  readonly dispatch: Dispatch;
}

export const StepView = memo<Props>(function StepView({ step, isCurrent, resend, dispatch }) {
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
      const isOpen = isCurrent && step.isDraft;
      return (
        <Fold title="Reasoning" detail={isOpen ? '' : excerpt(step.text)} state={isOpen ? 'running' : 'done'}>
          <Markdown text={step.text} isOpen={isOpen} />
        </Fold>
      );
    }
    case 'tool':
      return <ToolStepView step={step} dispatch={dispatch} />;
    case 'retry': {
      const { attempt, maxAttempts, waitMs, reason } = step.notice;
      const seconds = Math.ceil(waitMs / 1_000);
      return (
        <p class="note">
          <bdi>{note(reason)}</bdi> Trying again in {seconds} s ({attempt + 1} of {maxAttempts}).
        </p>
      );
    }
    case 'notice':
      return (
        <p class="note">
          <bdi>{note(step.message)}</bdi>
        </p>
      );
    default:
      return <ErrorNotice error={step} resend={resend} dispatch={dispatch} />;
  }
});

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
