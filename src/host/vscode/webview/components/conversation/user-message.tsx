import { useContext } from 'preact/hooks';
import type { Attachment } from '../../../../../actors/protocol/attachment.js';
import type { EntryId } from '../../../../../actors/protocol/thread.js';
import { memo } from '../../lib/memo.js';
import { MemoryContext } from '../../lib/memory-context.js';
import type { Dispatch } from '../../state/action.js';
import { keyOf } from '../../state/draft.js';
import type { TextLimit } from '../../text/clamp-text.js';
import { plainText } from '../../../../markdown/visible-text.js';
import { AttachmentChip } from '../parts/attachment-chip.js';
import { MessageEditor } from '../memory/message-editor.js';
import { MessageTools } from '../memory/message-tools.js';
import { LongText } from '../parts/long-text.js';
import { ATTACHMENT_TEXTS, VIEW_TEXTS } from '../../../words/view-words.js';

// A pasted text may be a whole log.
const LIMIT: TextLimit = { maxChars: 4_000, maxLines: 40 };

interface Props {
  readonly text: string;
  readonly attachments: readonly Attachment[];
  /** Where the message is on its way to the model, as a sentence. Default: the model has it. */
  readonly note?: string | undefined;
  /** The message that begins a turn of the thread. Default: it does not. */
  readonly entry?: EntryId | undefined;
  readonly dispatch: Dispatch;
}

/** The person's message and what is attached to it. */
export const UserMessageView = memo<Props>(function UserMessageView(props) {
  const { text, attachments, note, entry, dispatch } = props;
  const { memory } = useContext(MemoryContext);
  if (entry !== undefined && memory.editing === entry)
    return <MessageEditor entry={entry} text={text} attachments={attachments} />;
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
      {entry !== undefined && <MessageTools entry={entry} />}
    </div>
  );
});
