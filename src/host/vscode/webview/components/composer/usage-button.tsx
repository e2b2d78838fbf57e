import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ViewStatus } from '../../../../../actors/protocol/ui.js';
import type { UsageSum } from '../../../../../actors/protocol/llm.js';
import { memo } from '../../lib/memo.js';
import { usePopupMenu } from '../../lib/use-popup-menu.js';
import { describeUsageLines } from '../../text/describe-usage-lines.js';
import { WINDOW_TEXTS } from '../../../words/context-words.js';
import { USAGE_TEXTS } from '../../../words/model-words.js';
import { Icon } from '../parts/icon.js';
import { ContextRing, percentOf } from './context-ring.js';

interface Props {
  readonly context: ViewStatus['context'];
  readonly usage: ViewStatus['usage'];
}

/** How full the model's window is, and behind it what the chat has used and what that cost. */
export const UsageButton = memo<Props>(function UsageButton({ context, usage }) {
  const { isOpen, rootProps, buttonProps, menuProps } = usePopupMenu<HTMLDivElement>('menuitem');
  const card = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (isOpen) card.current?.focus();
  }, [isOpen]);
  if (context === undefined && usage === undefined) return null;
  const { chat, lastTurn } = usage ?? {};
  const window =
    context === undefined
      ? undefined
      : WINDOW_TEXTS.fills(percentOf(context), context.usedTokens, context.windowTokens);
  const title = window ?? USAGE_TEXTS.title;
  return (
    <div class="usage" {...rootProps} {...(isOpen ? { onKeyDown: menuProps.onKeyDown } : {})}>
      <button
        {...buttonProps}
        type="button"
        class="quiet icon"
        aria-haspopup="dialog"
        aria-label={title}
        title={title}
      >
        {context === undefined ? <Icon name="graph" /> : <ContextRing {...context} />}
      </button>
      {isOpen && (
        <div ref={card} class="popup card" role="dialog" tabIndex={-1} aria-label={USAGE_TEXTS.title}>
          {window !== undefined && <p>{window}</p>}
          <UsageLines title={USAGE_TEXTS.chat} used={chat} />
          {lastTurn !== undefined && lastTurn.requests !== chat?.requests && (
            <UsageLines title={USAGE_TEXTS.lastTurn} used={lastTurn} />
          )}
        </div>
      )}
    </div>
  );
});

function UsageLines({ title, used }: { readonly title: string; readonly used: UsageSum | undefined }) {
  if (used === undefined) return null;
  return (
    <>
      <p class="group">{title}</p>
      <ul>
        {describeUsageLines(used).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  );
}
