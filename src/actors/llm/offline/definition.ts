import type { FileExcerpt } from './evidence.js';

const KEYWORD = String.raw`\b(?:function\*?|class|const|let|var|type|interface|enum|namespace|def|fn|func|struct|trait|module|record|macro_rules!)\s+`;
// Go names the receiver of a method first.
const RECEIVER = String.raw`(?:\([^)]*\)\s*)?`;
const MODIFIERS = String.raw`^\s*(?:(?:public|private|protected|static|async|override|get|set|readonly|#)\s*)*`;
const PARAMETERS = String.raw`\s*(?:<[^>]*>)?\([^;]*\{\s*$`;

// The marks of comments, in the languages that most code is in.
const COMMENT = /^\s*(?:\/\/|\/\*|\*|#+!?(?=\s|$)|--+(?=\s|$)|;+|"""|''')/;

/** Whether a line defines `name`, in common programming languages. */
export function isDefinition(text: string, name: string): boolean {
  const escaped = name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  const named = new RegExp(String.raw`${KEYWORD}${RECEIVER}${escaped}(?![\w$])`);
  const method = new RegExp(`${MODIFIERS}${escaped}${PARAMETERS}`);
  return named.test(text) || method.test(text);
}

/** The lines of a definition and of the comment above it, as far as they were read. */
export function cutToDefinition({ firstLine, lines }: FileExcerpt, definedAt: number): readonly string[] {
  const at = definedAt - firstLine;
  const definition = lines[at] ?? '';
  let start = at;
  while (start > 0 && isAbout(lines[start - 1] ?? '')) start--;
  if (definition.trimEnd().endsWith(';')) return lines.slice(start, at + 1);
  const indent = /^\s*/.exec(definition)?.[0] ?? '';
  const end = lines.findIndex(
    (line, index) => index > at && line.startsWith(indent) && isClosing(line.slice(indent.length)),
  );
  return lines.slice(start, end === -1 ? undefined : end + 1);
}

/** Whether a line closes an earlier bracket and opens none, like `) {`. */
function isClosing(text: string): boolean {
  return /^[})\]]/.test(text) && !/(?:[{([,]|=>)\s*$/.test(text);
}

/** Whether a line above a definition belongs to it: a comment, an empty line within one, or a decorator. */
function isAbout(text: string): boolean {
  return COMMENT.test(text) || /^\s*@\w/.test(text);
}
