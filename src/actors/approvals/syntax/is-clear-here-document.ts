import type { SyntaxTree } from './syntax-tree.js';

// Behind the operator: other programs in a pipe and redirections, but nothing quoted that could contain a line feed.
const REST_OF_LINE = /^[\w\s./|>&:=,@%+-]*$/;

const START = /^(?:'(\w+)'|"(\w+)"|(\w+))$/;

/**
 * Whether the parser and bash agree on where a here-document ends. Bash reads it from the next line up to the first line
 * that is its name and nothing else; the parser also accepts some other lines.
 * @param line The whole command line.
 */
export function isClearHereDocument(node: SyntaxTree, line: string): boolean {
  const [start, end] = ['heredoc_start', 'heredoc_end'].map((type) =>
    node.children.find((child) => child.type === type),
  );
  const body = node.children.find(({ type }) => type === 'heredoc_body');
  if (start === undefined || end === undefined) return false;
  const [, single, double, bare] = START.exec(start.text) ?? [];
  const name = single ?? double ?? bare;
  const lineEnd = line.indexOf('\n', start.end);
  if (name === undefined || lineEnd < 0 || !REST_OF_LINE.test(line.slice(start.end, lineEnd))) return false;
  const isTabbed = node.children.some(({ type }) => type === '<<-');
  let at = lineEnd + 1;
  for (const text of line.slice(at).split('\n')) {
    const read = isTabbed ? text.replace(/^\t+/, '') : text;
    if (read === name)
      return (
        end.end === at + text.length && end.text === name && (body === undefined || body.end <= end.start)
      );
    // In a here-document with a bare name, bash joins the lines around a backslash before it looks for the end.
    if (bare !== undefined && text.endsWith('\\')) return false;
    at += text.length + 1;
  }
  return false;
}
