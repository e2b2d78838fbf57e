import { useLayoutEffect, useRef } from 'preact/hooks';
import { memo } from '../../lib/memo.js';
import type { Dispatch } from '../../state/action.js';
import type { MemoryState } from '../../state/memory-state.js';
import { groupByAge, hasWords } from '../../text/describe-chats.js';
import { plainText, toVisibleName } from '../../../../markdown/visible-text.js';
import { Icon } from '../parts/icon.js';
import { IconButton } from '../parts/icon-button.js';
import { ChatRow } from './chat-row.js';
import { FoundMessages } from './found-messages.js';
import { MovedChats } from './moved-chats.js';
import { TrashedChats } from './trashed-chats.js';
import { CHAT_LIST_TEXTS } from '../../../words/memory-words.js';

interface Props {
  readonly memory: MemoryState;
  readonly dispatch: Dispatch;
}

/** All chats of the window's folder, with a search in their titles and messages. It covers the chat that is shown. */
export const ChatListView = memo<Props>(function ChatListView({ memory, dispatch }) {
  const { list, query, hits, justDeleted } = memory;
  const root = useRef<HTMLElement>(null);
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => input.current?.focus(), []);
  // The row that had the focus may be gone.
  useLayoutEffect(() => {
    if (document.activeElement === document.body) input.current?.focus();
  }, [list, justDeleted]);
  const now = Date.now();
  const isSearch = query.trim() !== '';
  const all = (list?.chats ?? []).filter(({ title }) => !isSearch || hasWords(title, query.trim()));
  const chats = all.filter(({ isArchived }) => !isArchived || isSearch);
  const archived = isSearch ? [] : all.filter(({ isArchived }) => isArchived);
  const deleted = (isSearch ? [] : list?.deleted) ?? [];
  const isInTrash = list?.deleted.some(({ id }) => id === justDeleted?.id) === true;
  const row = (chat: (typeof all)[number]) => (
    <ChatRow key={chat.id} chat={chat} isOpen={chat.id === list?.open} now={now} dispatch={dispatch} />
  );
  const restore = (thread: (typeof deleted)[number]['id']): void =>
    dispatch({ type: 'tell', message: { type: 'chat', action: 'restore', thread } });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') dispatch({ type: 'closeChats' });
    else if (!moveFocus(event, root.current)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <section ref={root} class="chats" aria-label={CHAT_LIST_TEXTS.title} onKeyDown={onKeyDown}>
      <div class="chats-head">
        <IconButton
          icon="arrow-left"
          label={CHAT_LIST_TEXTS.close}
          onClick={() => dispatch({ type: 'closeChats' })}
        />
        <h2>{CHAT_LIST_TEXTS.title}</h2>
        <IconButton
          icon="cloud-download"
          label={CHAT_LIST_TEXTS.import}
          onClick={() => dispatch({ type: 'tell', message: { type: 'command', command: 'importChat' } })}
        />
        <IconButton
          icon="add"
          label={CHAT_LIST_TEXTS.newChat}
          onClick={() => dispatch({ type: 'tell', message: { type: 'newChat' } })}
        />
      </div>
      <input
        ref={input}
        type="search"
        aria-label={CHAT_LIST_TEXTS.search}
        placeholder={CHAT_LIST_TEXTS.searchPlaceholder}
        spellcheck={false}
        value={query}
        onInput={({ currentTarget: { value } }) => dispatch({ type: 'typeChatQuery', query: value })}
      />
      <p class="for-screen-readers" role="status">
        {isSearch && hits !== undefined && CHAT_LIST_TEXTS.found(chats.length, hits.length)}
      </p>
      <div class="chats-body">
        {groupByAge(chats, now).map(({ name, chats: ofAge }) => (
          <section key={name} aria-label={name}>
            <h3>{name}</h3>
            <ul>{ofAge.map(row)}</ul>
          </section>
        ))}
        {isSearch && hits !== undefined && hits.length > 0 && (
          <FoundMessages hits={hits} dispatch={dispatch} />
        )}
        {list !== undefined && !isSearch && all.length === 0 && <p class="note">{CHAT_LIST_TEXTS.none}</p>}
        {isSearch && all.length === 0 && hits?.length === 0 && (
          <p class="note">{CHAT_LIST_TEXTS.nothingFound}</p>
        )}
        {archived.length > 0 && (
          <details>
            <summary>{CHAT_LIST_TEXTS.archived(archived.length)}</summary>
            <ul>{archived.map(row)}</ul>
          </details>
        )}
        {!isSearch && <MovedChats orphans={list?.orphans ?? []} dispatch={dispatch} />}
        <TrashedChats deleted={deleted} onRestore={restore} />
      </div>
      <div class="chats-undo" role="status">
        {justDeleted !== undefined && isInTrash && (
          <>
            <Icon name="trash" />
            <span class="chat-title">
              {CHAT_LIST_TEXTS.deleted(toVisibleName(plainText(justDeleted.title)))}
            </span>
            <button type="button" onClick={() => restore(justDeleted.id)}>
              {CHAT_LIST_TEXTS.undo}
            </button>
          </>
        )}
      </div>
    </section>
  );
});

/** The arrows go from the search to the rows and from row to row. Returns whether the key was one of these. */
function moveFocus({ key, target }: KeyboardEvent, root: HTMLElement | null): boolean {
  if (root === null || (key !== 'ArrowDown' && key !== 'ArrowUp') || !(target instanceof HTMLElement))
    return false;
  const isSearch = target instanceof HTMLInputElement && target.type === 'search';
  if (!isSearch && !target.matches('.chat-open')) return false;
  const places = [...root.querySelectorAll<HTMLElement>('input[type="search"], .chat-open')].filter(
    (place) => place.offsetParent !== null,
  );
  const at = places.indexOf(target) + (key === 'ArrowDown' ? 1 : -1);
  places[Math.max(0, Math.min(at, places.length - 1))]?.focus();
  return true;
}
