import { useLayoutEffect, useRef } from 'preact/hooks';
import { usePopupMenu } from '../../lib/use-popup-menu.js';
import { Icon } from './icon.js';

/** A line of a menu. */
export interface MenuItem {
  readonly icon: string;
  readonly label: string;
  readonly onChoose: () => void;
}

interface Props {
  /** The name of one of VS Code's codicons. */
  readonly icon: string;
  /** What the menu is for, for the tooltip and for screen readers. */
  readonly label: string;
  readonly items: readonly MenuItem[];
  /** A class for its place. Default: none. */
  readonly name?: string;
}

// Between the menu and the edge of the view. Units: CSS pixels.
const EDGE_PX = 4;

/** A button with an icon, and the menu that it opens, wherever in the view there is room. */
export function MenuButton({ icon, label, items, name }: Props) {
  const { isOpen, hide, close, rootProps, buttonProps, menuProps } =
    usePopupMenu<HTMLSpanElement>('menuitem');
  const { ref: button } = buttonProps;
  const menu = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!isOpen || menu.current === null || button.current === null) return undefined;
    place(menu.current, button.current.getBoundingClientRect());
    menu.current.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
    document.addEventListener('scroll', hide, { capture: true });
    return () => document.removeEventListener('scroll', hide, { capture: true });
  }, [isOpen]);
  return (
    <span class={name === undefined ? 'menu-button' : `menu-button ${name}`} {...rootProps}>
      <button {...buttonProps} type="button" class="quiet icon-button" aria-label={label} title={label}>
        <Icon name={icon} />
      </button>
      {isOpen && (
        <div {...menuProps} ref={menu} class="popup menu floating" aria-label={label}>
          {items.map(({ icon: itemIcon, label: itemLabel, onChoose }) => (
            <button
              key={itemLabel}
              type="button"
              role="menuitem"
              tabIndex={-1}
              onClick={() => {
                close();
                onChoose();
              }}
            >
              <Icon name={itemIcon} />
              <span class="name">{itemLabel}</span>
            </button>
          ))}
        </div>
      )}
    </span>
  );
}

/** Puts a menu below its button, or above it where there is more room, and within the view. */
function place(menu: HTMLElement, { top, bottom, right }: DOMRect): void {
  const { width, height } = menu.getBoundingClientRect();
  const left = Math.max(EDGE_PX, Math.min(right - width, window.innerWidth - width - EDGE_PX));
  const isBelow = bottom + height + EDGE_PX <= window.innerHeight || bottom < window.innerHeight / 2;
  menu.style.left = `${left}px`;
  menu.style.top = `${isBelow ? bottom : Math.max(EDGE_PX, top - height)}px`;
}
