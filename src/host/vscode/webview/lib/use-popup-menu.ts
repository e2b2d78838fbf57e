import type { RefObject, TargetedFocusEvent, TargetedKeyboardEvent } from 'preact';
import { useRef, useState } from 'preact/hooks';

/** A menu that a button opens: what each of its elements needs. */
export interface PopupMenu<Root extends HTMLElement> {
  readonly isOpen: boolean;
  /** Closes the menu, and leaves the focus where it is. */
  readonly hide: () => void;
  /** Closes the menu, and focuses its button. */
  readonly close: () => void;
  /** For the element around button and menu. */
  readonly rootProps: {
    readonly ref: RefObject<Root | null>;
    readonly onFocusOut: (event: TargetedFocusEvent<Root>) => void;
  };
  readonly buttonProps: {
    readonly ref: RefObject<HTMLButtonElement | null>;
    readonly 'aria-haspopup': 'menu';
    readonly 'aria-expanded': boolean;
    readonly onClick: () => void;
  };
  readonly menuProps: {
    readonly role: 'menu';
    readonly onKeyDown: (event: TargetedKeyboardEvent<HTMLElement>) => void;
  };
}

/** Opens and closes a menu whose items have the role `itemRole`, and moves the focus through them by the keyboard. */
export function usePopupMenu<Root extends HTMLElement>(
  itemRole: 'menuitem' | 'menuitemradio',
): PopupMenu<Root> {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<Root>(null);
  const button = useRef<HTMLButtonElement>(null);
  const hide = (): void => setOpen(false);
  const close = (): void => {
    hide();
    button.current?.focus();
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>): void => {
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>(`[role="${itemRole}"]`)];
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
  const onFocusOut = ({ relatedTarget }: TargetedFocusEvent<Root>): void => {
    if (!(relatedTarget instanceof Node && root.current?.contains(relatedTarget) === true)) hide();
  };
  return {
    isOpen,
    hide,
    close,
    rootProps: { ref: root, onFocusOut },
    buttonProps: {
      ref: button,
      'aria-haspopup': 'menu',
      'aria-expanded': isOpen,
      onClick: () => setOpen(!isOpen),
    },
    menuProps: { role: 'menu', onKeyDown },
  };
}
