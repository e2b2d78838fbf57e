import type { BlockNode, InlineNode } from '../../../src/host/markdown/markdown-node.js';

/** Nodes as one line, for a test to read: `paragraph("a" strong("b"))`. */
export function outline(nodes: readonly (BlockNode | InlineNode)[]): string {
  return nodes.map(outlineNode).join(' ');
}

function outlineNode(node: BlockNode | InlineNode): string {
  switch (node.type) {
    case 'text':
      return JSON.stringify(node.text);
    case 'plain':
      return `plain${JSON.stringify(node.text)}`;
    case 'code':
      return 'language' in node
        ? `code:${node.language}(${JSON.stringify(node.text)})`
        : `code(${JSON.stringify(node.text)})`;
    case 'link':
      return `link:${node.href}${node.target === undefined ? '' : `[${node.target}]`}(${outline(node.children)})`;
    case 'place': {
      const { path, line, endLine } = node.place;
      const lines = [line, endLine].filter((number) => number !== undefined).join('-');
      return `place:${path}${lines === '' ? '' : `:${lines}`}(${outline(node.children)})`;
    }
    case 'heading':
      return `heading${node.level}(${outline(node.children)})`;
    case 'list': {
      const items = node.items.map(
        ({ isChecked, children }) => `${isChecked === undefined ? '' : `${isChecked} `}${outline(children)}`,
      );
      return `list${node.start ?? ''}(${items.join(', ')})`;
    }
    case 'table': {
      const rows = [node.header, ...node.rows].map((row) => row.map(outline).join(' | '));
      return `table:${node.align.join(',')}(${rows.join(' / ')})`;
    }
    case 'break':
    case 'rule':
    case 'definition':
      return node.type;
    default:
      return `${node.type}(${outline(node.children)})`;
  }
}
