import { useLayoutEffect } from 'preact/hooks';
import { CAPABILITIES } from '../../../../../actors/protocol/modes/capabilities.js';
import type { ViewStatus } from '../../../../../actors/protocol/ui.js';
import { memo } from '../../lib/memo.js';
import { usePopupMenu } from '../../lib/use-popup-menu.js';
import type { Dispatch } from '../../state/action.js';
import { MODES } from '../../text/modes.js';
import { Icon } from '../parts/icon.js';
import { MODE_TEXTS } from '../../../words/view-words.js';

interface Props extends Pick<ViewStatus, 'mode' | 'isTrusted'> {
  readonly dispatch: Dispatch;
}

/** The button with the mode, and the menu that it opens. */
export const ModeMenu = memo<Props>(function ModeMenu({ mode, isTrusted, dispatch }) {
  const { isOpen, close, rootProps, buttonProps, menuProps } = usePopupMenu<HTMLDivElement>('menuitemradio');
  const { ref: root } = rootProps;
  useLayoutEffect(() => {
    if (isOpen) root.current?.querySelector<HTMLElement>('[aria-checked="true"]')?.focus();
  }, [isOpen]);
  const current = MODES.find((one) => one.mode === mode);
  return (
    <div class="mode" {...rootProps}>
      <button
        {...buttonProps}
        type="button"
        class="quiet"
        aria-label={MODE_TEXTS.current(current?.label ?? mode)}
        title={current?.description}
      >
        <Icon name={current?.icon ?? 'comment'} />
        <span class="words">{current?.label}</span>
      </button>
      {isOpen && (
        <div {...menuProps} class="popup menu" aria-label={MODE_TEXTS.mode}>
          {MODES.map(({ mode: offered, label, description, icon }) => {
            const isAllowed = isTrusted || CAPABILITIES[offered].run === 'no';
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
