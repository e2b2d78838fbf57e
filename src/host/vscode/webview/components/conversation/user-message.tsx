import type { Attachment } from '../../../../../actors/protocol/attachment.js';
import { memo } from '../../lib/memo.js';
import type { Dispatch } from '../../state/action.js';
import { keyOf } from '../../state/draft.js';
import type { TextLimit } from '../../text/cut-text.js';
import { plainText } from '../../../../markdown/visible-text.js';
import { AttachmentChip } from '../parts/attachment-chip.js';
import { LongText } from '../parts/long-text.js';
import { ATTACHMENT_TEXTS, VIEW_TEXTS } from '../../../words/view-words.js';

// A pasted text may be a whole log.
const LIMIT: TextLimit = { maxChars: 4_000, maxLines: 40 };

interface Props {
  readonly text: string;
  readonly attachments: readonly Attachment[];
  /** Where the message is on its way to the model, as a sentence. Default: the model has it. */
  readonly note?: string | undefined;
  readonly dispatch: Dispatch;
}

/** The person's message and what is attached to it. */
export const UserMessageView = memo<Props>(function UserMessageView({ text, attachments, note, dispatch }) {
  return (
    <div class="user-message">
      <h2 class="for-screen-readers">{VIEW_TEXTS.you}</h2>
      <p class="as-written" dir="auto">
        <LongText text={plainText(text)} limit={LIMIT} />
      </p>
      {attachments.length > 0 && (
        <ul class="chips" aria-label={ATTACHMENT_TEXTS.ofMessage}>
          {attachments.map(({ ref, problem }) => (
            <li key={keyOf(ref)} class="chip">
              <AttachmentChip attached={ref} problem={problem} dispatch={dispatch} />
            </li>
          ))}
        </ul>
      )}
      {note !== undefined && <p class="note">{note}</p>}
    </div>
  );
});
