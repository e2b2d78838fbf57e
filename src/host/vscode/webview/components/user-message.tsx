import type { UserMessage } from '../../../../actors/protocol/ui.js';
import { memo } from '../lib/memo.js';
import type { Dispatch } from '../state/action.js';
import type { TextLimit } from '../text/cut-text.js';
import { plainText } from '../../../markdown/visible-text.js';
import { FileButton } from './file-button.js';
import { LongText } from './long-text.js';

// A pasted text may be a whole log.
const LIMIT: TextLimit = { maxChars: 4_000, maxLines: 40 };

interface Props {
  readonly message: UserMessage;
  readonly dispatch: Dispatch;
}

/** The person's message and the files attached to it. */
export const UserMessageView = memo<Props>(function UserMessageView({ message, dispatch }) {
  return (
    <div class="user-message">
      <h2 class="for-screen-readers">You</h2>
      <p class="as-written" dir="auto">
        <LongText text={plainText(message.text)} limit={LIMIT} />
      </p>
      {message.mentions.length > 0 && (
        <ul class="chips" aria-label="Files of this message">
          {message.mentions.map((mention) => (
            <li key={`${mention.root}\n${mention.path}`} class="chip">
              <FileButton mention={mention} dispatch={dispatch} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
});
