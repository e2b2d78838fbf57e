import type { ChatList } from '../../../../../actors/protocol/ui-memory.js';
import { toVisibleName } from '../../../../markdown/visible-text.js';
import type { Dispatch } from '../../state/action.js';
import { MiddleCut } from '../parts/middle-cut.js';
import { CHAT_LIST_TEXTS } from '../../../words/memory-words.js';

interface Props {
  readonly orphans: NonNullable<ChatList['orphans']>;
  readonly dispatch: Dispatch;
}

/** Chats of workspace folders that are gone, unfolded when they are likely to be of this one. They can be brought here. */
export function MovedChats({ orphans, dispatch }: Props) {
  if (orphans.length === 0) return null;
  return (
    <details open={orphans.some(({ isLikely }) => isLikely)}>
      <summary>{CHAT_LIST_TEXTS.orphans(orphans.length)}</summary>
      <ul>
        {orphans.map(({ roots, threads }) => {
          const name = toVisibleName(roots.join(', '));
          return (
            <li key={name} class="chat-row">
              <span class="chat-title moved" title={name}>
                <MiddleCut text={name} />
                <span class="chat-age">{CHAT_LIST_TEXTS.chatsOf(threads)}</span>
              </span>
              <button
                type="button"
                class="quiet"
                aria-label={CHAT_LIST_TEXTS.adoptFrom(name)}
                onClick={() => dispatch({ type: 'tell', message: { type: 'adoptChats', roots } })}
              >
                {CHAT_LIST_TEXTS.adopt}
              </button>
            </li>
          );
        })}
      </ul>
    </details>
  );
}
