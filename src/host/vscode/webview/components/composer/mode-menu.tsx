import type { TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ViewStatus } from '../../../../../actors/protocol/ui.js';
import { memo } from '../../lib/memo.js';
import type { Dispatch } from '../../state/action.js';
import { MODES } from '../../text/modes.js';
import { Icon } from '../parts/icon.js';
import { MODE_TEXTS } from '../../../words/view-words.js';

interface Props extends Pick<ViewStatus, 'mode' | 'isTrusted'> {
  readonly dispatch: Dispatch;
}

/** The button with the mode, and the menu that it opens. */
export const ModeMenu = memo<Props>(function ModeMenu({ mode, isTrusted, dispatch }) {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (isOpen) root.current?.querySelector<HTMLElement>('[aria-checked="true"]')?.focus();
  }, [isOpen]);
  const current = MODES.find((one) => one.mode === mode);
  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLDivElement>): void => {
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitemradio"]')];
    const at = items.findIndex((item) => item === document.activeElement);
    const places: Readonly<Record<string, number>> = {
      ArrowDown: (at + 1) % items.length,
      ArrowUp: (at - 1 + items.length) % items.length,
      Home: 0,
      End: items.length - 1,
    };
    const next = places[event.key];
    if (event.key === 'Escape') close();
    else if (next !== undefined) items[next]?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      ref={root}
      class="mode"
      onFocusOut={({ relatedTarget }) => {
        if (!(relatedTarget instanceof Node && root.current?.contains(relatedTarget) === true))
          setOpen(false);
      }}
    >
      <button
        ref={button}
        type="button"
        class="quiet"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={MODE_TEXTS.current(current?.label ?? mode)}
        title={current?.description}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name={current?.icon ?? 'comment'} />
        <span class="words">{current?.label}</span>
      </button>
      {isOpen && (
        <div class="popup menu" role="menu" aria-label={MODE_TEXTS.mode} onKeyDown={onKeyDown}>
          {MODES.map(({ mode: offered, label, description, icon }) => {
            const isAllowed = isTrusted || offered !== 'agent';
            return (
              <button
                key={offered}
                type="button"
                role="menuitemradio"
                tabIndex={-1}
                aria-checked={offered === mode}
                aria-disabled={!isAllowed}
                onClick={() => {
                  if (!isAllowed) return;
                  close();
                  dispatch({ type: 'tell', message: { type: 'setMode', mode: offered } });
                }}
              >
                <Icon name={icon} />
                <span class="name">{label}</span>{' '}
                <span class="detail">{isAllowed ? description : MODE_TEXTS.needsTrust}</span>
              </button>
            );
          })}
        </div>
      )}
    </div>
  );
});
