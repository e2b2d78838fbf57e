import type { ComponentChild } from 'preact';
import type { BlockNode, ListItem } from '../../../../markdown/markdown-node.js';
import { memo } from '../../lib/memo.js';
import { CodeBlock } from './code-block.js';
import { Inline } from './inline.js';
import { VIEW_TEXTS } from '../../../words/view-words.js';

// The headings of the view itself take the two levels above.
const HEADING_TAGS = ['h3', 'h4', 'h5', 'h6'] as const;

interface Props {
  readonly node: BlockNode;
  /** Whether more text may follow. */
  readonly isOpen: boolean;
}

export const BlockView = memo<Props>(function BlockView({ node, isOpen }) {
  switch (node.type) {
    case 'paragraph':
      return (
        <p dir="auto">
          <Inline nodes={node.children} />
        </p>
      );
    case 'line':
      return <Inline nodes={node.children} />;
    case 'heading': {
      const Tag = HEADING_TAGS[Math.min(node.level, HEADING_TAGS.length) - 1] ?? 'h6';
      return (
        <Tag dir="auto">
          <Inline nodes={node.children} />
        </Tag>
      );
    }
    case 'code':
      return <CodeBlock code={node.text} language={node.language} isOpen={isOpen} />;
    case 'quote':
      return <blockquote dir="auto">{drawBlocks(node.children, isOpen)}</blockquote>;
    case 'list':
      return node.start === undefined ? (
        <ul dir="auto">{drawItems(node.items, isOpen)}</ul>
      ) : (
        <ol dir="auto" start={node.start}>
          {drawItems(node.items, isOpen)}
        </ol>
      );
    case 'table':
      return drawTable(node);
    case 'rule':
      return <hr />;
    default:
      return null;
  }
});

/** Only the last block within an open one is open itself. */
function drawBlocks(nodes: readonly BlockNode[], isOpen: boolean): ComponentChild {
  return nodes.map((node, index) => (
    <BlockView key={index} node={node} isOpen={isOpen && index === nodes.length - 1} />
  ));
}

function drawItems(items: readonly ListItem[], isOpen: boolean): ComponentChild {
  return items.map(({ isChecked, children }, index) => (
    <li key={index} class={isChecked === undefined ? undefined : 'task'}>
      {isChecked !== undefined && (isChecked ? '☑ ' : '☐ ')}
      {drawBlocks(children, isOpen && index === items.length - 1)}
    </li>
  ));
}

function drawTable({ align, header, rows }: Extract<BlockNode, { type: 'table' }>): ComponentChild {
  return (
    <div class="table" tabIndex={0} role="group" aria-label={VIEW_TEXTS.table}>
      <table dir="auto">
        <thead>
          <tr>
            {header.map((cell, column) => (
              <th key={column} class={align[column] ?? undefined}>
                <Inline nodes={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column} class={align[column] ?? undefined}>
                  <Inline nodes={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
