import type { ComponentChild } from 'preact';
import { useRef } from 'preact/hooks';
import type { CodeSpan } from '../../code/code-span.js';
import { growHighlight, NO_CODE } from '../../code/grow-highlight.js';
import { memo } from '../../lib/memo.js';
import type { TextLimit } from '../../text/cut-text.js';
import { toVisibleText } from '../../../../markdown/visible-text.js';
import { CopyButton } from '../parts/copy-button.js';
import { LongText } from '../parts/long-text.js';

// A long file; the rest on demand.
const LIMIT: TextLimit = { maxChars: 20_000, maxLines: 400 };

interface Props {
  readonly code: string;
  readonly language: string;
  /** Whether more code may follow. */
  readonly isOpen: boolean;
}

/** Highlighted code, with a button that copies all of it. */
export const CodeBlock = memo<Props>(function CodeBlock({ code, language, isOpen }) {
  return (
    <div class="code-block">
      <div class="code-bar">
        <span class="code-language">{language}</span>
        <CopyButton text={() => toVisibleText(code)} />
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
