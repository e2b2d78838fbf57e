import type { InlineNode } from '../../markdown/markdown-node.js';
import { plainText, toVisibleText } from '../../markdown/visible-text.js';
import type { Paint } from './paint.js';

/** Draws inline nodes as one string with colours, and line feeds at hard breaks. */
export function drawInline(nodes: readonly InlineNode[], paint: Paint): string {
  return nodes.map((node) => drawNode(node, paint)).join('');
}

function drawNode(node: InlineNode, paint: Paint): string {
  switch (node.type) {
    case 'text':
      // A line feed in a paragraph counts as a space: the caller wraps lines.
      return node.text.replace(/[ \t]*\n[ \t]*/g, ' ');
    case 'plain':
      return toVisibleText(plainText(node.text));
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
    case 'place': {
      const text = drawInline(node.children, paint);
      return node.address === undefined ? text : `${text} (${node.address})`;
    }
    case 'break':
      return '\n';
    default:
      return node satisfies never;
  }
}
