import type { InlineNode } from '../../markdown/markdown-node.js';
import { plainText, visibleText } from '../../markdown/visible-text.js';
import type { Paint } from './paint.js';

/** A run of text with its colours; line feeds where the text breaks. */
export function drawInline(nodes: readonly InlineNode[], paint: Paint): string {
  return nodes.map((node) => drawNode(node, paint)).join('');
}

function drawNode(node: InlineNode, paint: Paint): string {
  switch (node.type) {
    case 'text':
      // A line feed in a paragraph is a blank: where lines end is decided by who draws them.
      return node.text.replace(/[ \t]*\n[ \t]*/g, ' ');
    case 'plain':
      return visibleText(plainText(node.text));
    case 'code':
      return paint('cyan', node.text);
    case 'strong':
      return paint('bold', drawInline(node.children, paint));
    case 'em':
      return paint('italic', drawInline(node.children, paint));
    case 'del':
      return paint('strikethrough', drawInline(node.children, paint));
    case 'link': {
      const text = drawInline(node.children, paint);
      return node.target === undefined
        ? paint('underline', text)
        : `${text} (${paint('underline', node.href)})`;
    }
    case 'break':
      return '\n';
    default:
      return node satisfies never;
  }
}
