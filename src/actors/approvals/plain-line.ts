import type { SyntaxTree } from './syntax-tree.js';

// Programs with literal arguments, joined by `;`, `&&`, `||` and `|`, and redirections of their output.
const PLAIN_NODES = new Set([
  'program',
  'list',
  'pipeline',
  'command',
  'command_name',
  'word',
  'number',
  'string',
  'string_content',
  'raw_string',
  'concatenation',
  'redirected_statement',
  'file_redirect',
  'file_descriptor',
]);

/** Whether a line consists of programs and literal arguments only: no expansion, loop, condition or nesting. */
export function isPlainLine({ type, isNamed, hasError, children }: SyntaxTree): boolean {
  return !hasError && (!isNamed || PLAIN_NODES.has(type)) && children.every(isPlainLine);
}
