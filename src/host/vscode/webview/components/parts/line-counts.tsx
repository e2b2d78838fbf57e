import { REVIEW_TEXTS } from '../../../words/view-words.js';

interface Props {
  readonly added: number;
  readonly removed: number;
}

/** How many lines a change adds and removes: `+4 −7`. */
export function LineCounts({ added, removed }: Props) {
  return (
    <span class="line-counts">
      <span class="lines-added" aria-hidden="true">
        +{added}
      </span>{' '}
      <span class="lines-removed" aria-hidden="true">
        −{removed}
      </span>
      <span class="for-screen-readers">{REVIEW_TEXTS.lineCounts(added, removed)}</span>
    </span>
  );
}
