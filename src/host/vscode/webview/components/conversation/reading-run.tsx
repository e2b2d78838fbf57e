import type { ComponentChildren } from 'preact';
import { Fold } from '../parts/fold.js';

interface Props {
  /** What the run did in all. */
  readonly summary: string;
  /** Its steps. */
  readonly children: ComponentChildren;
}

/** Reading calls in a row, as one line that opens to theirs. */
export function ReadingRunView({ summary, children }: Props) {
  return (
    <Fold icon="eye" line={<span class="step-text">{summary}</span>} state="done">
      {children}
    </Fold>
  );
}
