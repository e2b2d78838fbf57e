import type { ThreadId } from '../../../../../actors/protocol/thread.js';
import type { ChatList } from '../../../../../actors/protocol/ui-memory.js';
import { plainText, toVisibleName } from '../../../../markdown/visible-text.js';
import { CHAT_LIST_TEXTS } from '../../../words/memory-words.js';

interface Props {
  readonly deleted: ChatList['deleted'];
  readonly onRestore: (thread: ThreadId) => void;
}

/** The chats in the trash, folded; each can be taken out. */
export function TrashedChats({ deleted, onRestore }: Props) {
  if (deleted.length === 0) return null;
  return (
    <details>
      <summary>{CHAT_LIST_TEXTS.trash(deleted.length)}</summary>
      <ul>
        {deleted.map(({ id, title }) => {
          const name = toVisibleName(plainText(title));
          return (
            <li key={id} class="chat-row">
              <span class="chat-title">
                <bdi>{name}</bdi>
              </span>
              <button
                type="button"
                class="quiet"
                aria-label={CHAT_LIST_TEXTS.restoreNamed(name)}
                onClick={() => onRestore(id)}
              >
                {CHAT_LIST_TEXTS.restore}
              </button>
            </li>
          );
        })}
      </ul>
    </details>
  );
}
