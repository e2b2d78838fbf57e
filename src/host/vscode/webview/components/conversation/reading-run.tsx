import type { ComponentChildren } from 'preact';
import type { PlacedStep, ReadingRun } from '../../steps/group-steps.js';
import { Fold } from '../parts/fold.js';
import { useLastSteps } from './last-steps.js';

interface Props {
  readonly run: ReadingRun;
  readonly draw: (step: PlacedStep) => ComponentChildren;
}

/** Reading calls in a row, as one line that opens to theirs. */
export function ReadingRunView({ run, draw }: Props) {
  const { items, showEarlier } = useLastSteps(run.steps);
  return (
    <Fold icon="eye" line={<span class="step-text">{run.summary}</span>} state="done">
      {showEarlier}
      {items.map(draw)}
    </Fold>
  );
}
