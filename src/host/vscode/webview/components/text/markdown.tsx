import { useRef } from 'preact/hooks';
import { growMarkdown, NO_MARKDOWN } from '../../../../markdown/grow-markdown.js';
import { dropUnsettledLine } from '../../../../markdown/drop-unsettled-line.js';
import { memo } from '../../lib/memo.js';
import { plainText } from '../../../../markdown/visible-text.js';
import { BlockView } from './block.js';

interface Props {
  readonly text: string;
  /** Whether more text may follow. */
  readonly isOpen: boolean;
}

/** The Markdown of a model. While it grows, only its last blocks are parsed and rendered. */
export const Markdown = memo<Props>(function Markdown({ text, isOpen }) {
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
