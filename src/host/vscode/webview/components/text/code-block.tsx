import type { ComponentChild } from 'preact';
import { useContext, useRef } from 'preact/hooks';
import type { CodeSpan } from '../../../../markdown/code/code-span.js';
import { growHighlight, NO_CODE } from '../../code/grow-highlight.js';
import { DispatchContext } from '../../lib/dispatch-context.js';
import { memo } from '../../lib/memo.js';
import type { TextLimit } from '../../text/clamp-text.js';
import { findShellLine } from '../../text/shell-line.js';
import { toVisibleText } from '../../../../markdown/visible-text.js';
import { CopyButton } from '../parts/copy-button.js';
import { IconButton } from '../parts/icon-button.js';
import { LongText } from '../parts/long-text.js';
import { ACTION_TEXTS } from '../../../words/view-words.js';

// A long file; the rest on demand.
const LIMIT: TextLimit = { maxChars: 20_000, maxLines: 400 };

interface Props {
  readonly code: string;
  readonly language: string;
  /** Whether more code may follow. */
  readonly isOpen: boolean;
}

/** Highlighted code, with buttons that take all of it elsewhere as it is shown. */
export const CodeBlock = memo<Props>(function CodeBlock({ code, language, isOpen }) {
  const dispatch = useContext(DispatchContext);
  const line = isOpen ? undefined : findShellLine(toVisibleText(code), language);
  return (
    <div class="code-block">
      <div class="code-bar">
        <span class="code-language">{language}</span>
        <span class="code-actions">
          {line !== undefined && (
            <IconButton
              icon="terminal"
              label={ACTION_TEXTS.runInTerminal}
              onClick={() => dispatch({ type: 'tell', message: { type: 'runInTerminal', text: line } })}
            />
          )}
          {!isOpen && line === undefined && (
            <IconButton
              icon="git-pull-request-go-to-changes"
              label={ACTION_TEXTS.apply}
              onClick={() =>
                dispatch({ type: 'tell', message: { type: 'applyCode', text: toVisibleText(code) } })
              }
            />
          )}
          {!isOpen && (
            <IconButton
              icon="insert"
              label={ACTION_TEXTS.insert}
              onClick={() =>
                dispatch({ type: 'tell', message: { type: 'insertCode', text: toVisibleText(code) } })
              }
            />
          )}
          <CopyButton text={() => toVisibleText(code)} />
        </span>
      </div>
      <LongText
        text={code}
        limit={LIMIT}
        draw={(shown) => <HighlightedPre code={shown} language={language} isOpen={isOpen} />}
      />
    </div>
  );
});

function HighlightedPre({ code, language, isOpen }: Props) {
  const highlighted = useRef(NO_CODE);
  highlighted.current = growHighlight(highlighted.current, code, language, !isOpen);
  return (
    <pre tabIndex={0} dir="ltr">
      <code>{highlighted.current.spans.map(drawSpan)}</code>
    </pre>
  );
}

function drawSpan({ kind, text }: CodeSpan, key: number): ComponentChild {
  const shown = toVisibleText(text);
  return kind === '' ? (
    shown
  ) : (
    <span key={key} class={`code-${kind}`}>
      {shown}
    </span>
  );
}
