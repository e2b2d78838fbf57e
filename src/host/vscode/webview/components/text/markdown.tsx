import { useMemo, useRef } from 'preact/hooks';
import { growMarkdown, NO_MARKDOWN } from '../../../../markdown/grow-markdown.js';
import { dropUnsettledLine } from '../../../../markdown/drop-unsettled-line.js';
import { memo } from '../../lib/memo.js';
import { plainText } from '../../../../markdown/visible-text.js';
import type { TextLimit } from '../../text/clamp-text.js';
import { LongText } from '../parts/long-text.js';
import { BlockView } from './block.js';
import { useGrowingLimit } from './use-growing-limit.js';

// Longer than most models may answer.
const LIMIT: TextLimit = { maxChars: 50_000, maxLines: 5_000 };

interface Props {
  readonly text: string;
  /** Whether more text may follow. */
  readonly isOpen: boolean;
}

/** The Markdown of a model: its beginning, and more on demand. */
export const Markdown = memo<Props>(function Markdown({ text, isOpen }) {
  const maxChars = useGrowingLimit(text.length, LIMIT.maxChars);
  const limit = useMemo(() => ({ ...LIMIT, maxChars }), [maxChars]);
  return (
    <LongText text={text} limit={limit} draw={(shown) => <MarkdownText text={shown} isOpen={isOpen} />} />
  );
});

/** While the text grows, only its last blocks are parsed and rendered. */
const MarkdownText = memo<Props>(function MarkdownText({ text, isOpen }) {
  const plain = plainText(text);
  const parsed = useRef(NO_MARKDOWN);
  parsed.current = growMarkdown(parsed.current, isOpen ? dropUnsettledLine(plain) : plain, !isOpen);
  const { blocks } = parsed.current;
  return (
    <div class="markdown">
      {blocks.map(({ node }, index) => (
        <BlockView key={index} node={node} isOpen={isOpen && index === blocks.length - 1} />
      ))}
    </div>
  );
});
