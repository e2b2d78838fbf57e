import { readPlainLine, type ShellToken } from './read-plain-line.js';
import type { SyntaxTree } from './syntax-tree.js';
import { readWord } from './word.js';

const CONTAINERS = new Set([
  'program',
  'list',
  'pipeline',
  'command',
  'command_name',
  'redirected_statement',
  'file_redirect',
]);

const WORDS = new Set([
  'word',
  'number',
  'test_operator',
  'string',
  'raw_string',
  'concatenation',
  'file_descriptor',
]);

/**
 * Compares the syntax tree of a line with a second, much simpler reading of it.
 * - `same`: both find the same words at the same places.
 * - `different`: the parser is wrong about a line that is simple enough to be sure.
 * - `unread`: the line has something that the second reader does not know, such as an expansion or a loop.
 */
export function compareReaders(tree: SyntaxTree): 'same' | 'different' | 'unread' {
  const plain = readPlainLine(tree.text);
  if (plain === undefined) return 'unread';
  const leaves = listLeaves(tree, false);
  const isSame =
    leaves?.length === plain.length && leaves.every((leaf, index) => isEqual(leaf, plain[index]));
  return isSame ? 'same' : 'different';
}

/** The words and operators of a tree; `undefined` when it has anything else. */
function listLeaves(node: SyntaxTree, isProgram: boolean): readonly ShellToken[] | undefined {
  const { type, start, end, isNamed, children } = node;
  if (type === '\n') return [];
  if (!isNamed) return [{ kind: 'operator', value: node.text, start, end, isProgram: false }];
  if (WORDS.has(type)) {
    const value = type === 'file_descriptor' ? node.text : readWord(node).value;
    return value === undefined ? undefined : [{ kind: 'word', value, start, end, isProgram }];
  }
  if (!CONTAINERS.has(type)) return undefined;
  const leaves: ShellToken[] = [];
  for (const child of children) {
    const found = listLeaves(child, type === 'command_name');
    if (found === undefined) return undefined;
    for (const item of found) leaves.push(item);
  }
  return leaves;
}

function isEqual(one: ShellToken, other: ShellToken | undefined): boolean {
  return (
    one.kind === other?.kind &&
    one.value === other.value &&
    one.start === other.start &&
    one.end === other.end &&
    one.isProgram === other.isProgram
  );
}
