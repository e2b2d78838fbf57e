import type { AttachmentRef } from '../../../../../actors/protocol/attachment.js';
import { toVisibleName } from '../../../../markdown/visible-text.js';
import type { Dispatch } from '../../state/action.js';
import { type Draft, keyOf } from '../../state/draft.js';
import { COMPOSER_TEXTS } from '../../../words/view-words.js';
import { AttachmentChip, describeAttachment } from './attachment-chip.js';

interface Props {
  readonly draft: Draft;
  /** What the list is, for screen readers. */
  readonly label: string;
  readonly dispatch: Dispatch;
  readonly onRemove: (ref: AttachmentRef) => void;
}

/** What is attached to a message that is being written, each with a button that removes it; nothing when there is none. */
export function DraftChips({ draft, label, dispatch, onRemove }: Props) {
  if (draft.attachments.length === 0) return null;
  return (
    <ul class="chips" aria-label={label}>
      {draft.attachments.map((ref) => (
        <li key={keyOf(ref)} class="chip">
          <AttachmentChip attached={ref} dispatch={dispatch} />
          <button
            type="button"
            class="quiet icon"
            aria-label={COMPOSER_TEXTS.removeNamed(toVisibleName(describeAttachment(ref)))}
            title={COMPOSER_TEXTS.remove}
            onClick={() => onRemove(ref)}
          >
            ×
          </button>
        </li>
      ))}
    </ul>
  );
}
