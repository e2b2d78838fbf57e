import type { ComponentChild } from 'preact';
import type { InlineNode } from '../../../../markdown/markdown-node.js';
import type { TextLimit } from '../../text/cut-text.js';
import { LongText } from '../parts/long-text.js';

// A few screens in a narrow view.
const LIMIT: TextLimit = { maxChars: 4_000, maxLines: 80 };

export function Inline({ nodes }: { readonly nodes: readonly InlineNode[] }) {
  return <>{nodes.map(drawNode)}</>;
}

function drawNode(node: InlineNode, key: number): ComponentChild {
  switch (node.type) {
    case 'text':
      return node.text;
    case 'plain':
      return (
        <span key={key} class="as-written">
          <LongText text={node.text} limit={LIMIT} />
        </span>
      );
    case 'code':
      return <code key={key}>{node.text}</code>;
    case 'strong':
    case 'em':
    case 'del': {
      const Tag = node.type;
      return (
        <Tag key={key}>
          <Inline nodes={node.children} />
        </Tag>
      );
    }
    case 'link':
      return (
        <span key={key}>
          <a href={node.href} title={node.href}>
            <Inline nodes={node.children} />
          </a>
          {node.target !== undefined && <span class="link-target"> ({node.target})</span>}
        </span>
      );
    default:
      return <br key={key} />;
  }
}
