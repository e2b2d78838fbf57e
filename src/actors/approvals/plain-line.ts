import type { SyntaxTree } from './syntax-tree.js';

// Programs with literal arguments, joined by `;`, `&&`, `||` and `|`, and where their output goes.
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

/** Whether a line is no more than programs and their literal arguments: nothing is expanded, looped, tested or nested. */
export function isPlainLine({ type, isNamed, hasError, children }: SyntaxTree): boolean {
  return !hasError && (!isNamed || PLAIN_NODES.has(type)) && children.every(isPlainLine);
}
