import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ChatAction, ListedChat } from '../../../../../actors/protocol/ui-memory.js';
import type { Dispatch } from '../../state/action.js';
import { describeShortAge } from '../../text/describe-chats.js';
import { plainText, toVisibleName } from '../../../../markdown/visible-text.js';
import { Icon } from '../parts/icon.js';
import { MenuButton } from '../parts/menu-button.js';
import { CHAT_LIST_TEXTS } from '../../../words/memory-words.js';

const ICONS = { running: 'loading', asking: 'bell-dot', elsewhere: 'multiple-windows' } as const;

interface Props {
  readonly chat: ListedChat;
  readonly isOpen: boolean;
  /** Units: milliseconds since 1970. */
  readonly now: number;
  readonly dispatch: Dispatch;
}

/** A chat of the list: a button that opens it, and a menu with everything else. */
export function ChatRow({ chat, isOpen, now, dispatch }: Props) {
  const { id, title, changedAt, isArchived, activity, terminals } = chat;
  const [isRenaming, setRenaming] = useState(false);
  const row = useRef<HTMLLIElement>(null);
  const name = toVisibleName(plainText(title));
  const act = (action: ChatAction) => (): void =>
    dispatch({ type: 'tell', message: { type: 'chat', action, thread: id } });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'F2') setRenaming(true);
    else if (event.key === 'Delete') act('delete')();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const endRenaming = (changed: string | undefined): void => {
    setRenaming(false);
    if (changed !== undefined && changed.trim() !== '' && changed !== title)
      dispatch({ type: 'tell', message: { type: 'renameChat', thread: id, title: changed } });
    requestAnimationFrame(() => row.current?.querySelector<HTMLElement>('.chat-open')?.focus());
  };
  if (isRenaming)
    return (
      <li ref={row} class="chat-row">
        <NameBox title={title} label={CHAT_LIST_TEXTS.newName(name)} onEnd={endRenaming} />
      </li>
    );
  return (
    <li ref={row} class="chat-row" aria-current={isOpen}>
      <button
        type="button"
        class="quiet chat-open"
        title={name}
        onClick={() => (isOpen ? dispatch({ type: 'closeChats' }) : act('open')())}
        onKeyDown={onKeyDown}
      >
        {activity !== undefined && <Icon name={ICONS[activity]} isSpinning={activity === 'running'} />}
        <span class="chat-title">
          <bdi>{name}</bdi>
        </span>{' '}
        {activity !== undefined && <span class="chat-mark">{CHAT_LIST_TEXTS[activity]}</span>}{' '}
        {terminals !== undefined && <span class="chat-mark">{CHAT_LIST_TEXTS.openTerminals(terminals)}</span>}{' '}
        {isOpen && <span class="chat-mark">{CHAT_LIST_TEXTS.openNow}</span>}{' '}
        {activity === undefined && !isOpen && (
          <span class="chat-age">{describeShortAge(now - changedAt)}</span>
        )}
      </button>
      <MenuButton
        icon="ellipsis"
        label={CHAT_LIST_TEXTS.actions(name)}
        items={[
          { icon: 'edit', label: CHAT_LIST_TEXTS.rename, onChoose: () => setRenaming(true) },
          { icon: 'copy', label: CHAT_LIST_TEXTS.duplicate, onChoose: act('duplicate') },
          { icon: 'export', label: CHAT_LIST_TEXTS.export, onChoose: act('export') },
          isArchived
            ? { icon: 'inbox', label: CHAT_LIST_TEXTS.unarchive, onChoose: act('unarchive') }
            : { icon: 'archive', label: CHAT_LIST_TEXTS.archive, onChoose: act('archive') },
          ...(terminals === undefined
            ? []
            : [{ icon: 'terminal', label: CHAT_LIST_TEXTS.terminals, onChoose: act('terminals') }]),
          { icon: 'trash', label: CHAT_LIST_TEXTS.delete, onChoose: act('delete') },
        ]}
      />
    </li>
  );
}

interface NameBoxProps {
  readonly title: string;
  readonly label: string;
  /** Called with the new name; `undefined` when it was given up. */
  readonly onEnd: (title: string | undefined) => void;
}

function NameBox({ title, label, onEnd }: NameBoxProps) {
  const box = useRef<HTMLInputElement>(null);
  const isOver = useRef(false);
  useLayoutEffect(() => {
    box.current?.focus();
    box.current?.select();
  }, []);
  const end = (changed: string | undefined): void => {
    if (isOver.current) return;
    isOver.current = true;
    onEnd(changed);
  };
  return (
    <input
      ref={box}
      type="text"
      aria-label={label}
      defaultValue={title}
      onKeyDown={(event) => {
        if (event.key === 'Enter') end(event.currentTarget.value);
        else if (event.key === 'Escape') end(undefined);
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
      onBlur={({ currentTarget: { value } }) => end(value)}
    />
  );
}
