import { indentOf } from './indentation.js';

// Signs of an incomplete line, after which the next line may be indented deeper; after `OPENS` and `CONTROLS` it must
// be.
const OPENS =
  /(?:[{([:]|=>|->|\b(?:then|do|else|begin|try)|<[A-Za-z][^<>]*(?<!\/)>)(?:\s+(?:\/\/.*|#.*|\/\*.*\*\/))?\s*$/;
const COMMENT = /^\s*(?:\/\/|#(?!\s*\w+.*\\$)|--|;)/;
const GOES_ON = /(?:[,+\-*/%&|?=<>.\\]|\b(?:and|or|not|in|is|return|yield|await|new|typeof))\s*$/;
const CONTROLS =
  /^\s*(?:if|for|while|else|elsif|elif|switch|with|unless|until|foreach|catch|case|def|class|do)\b[^;]*$/;
const CONTINUES = /^\s*(?:[.?:&|+*/%=<>)\]}]|and\b|or\b)/;
// Lines of a list item may be indented deeper without any other sign.
const LIST_ITEM = /^\s*(?:[-*+]|\d+[.)])\s/;
const CLOSES = /^\s*(?:[)\]}]|<\/|(?:end|fi|done|esac)\b)/;

/**
 * Decides how to indent new lines whose first line has no indentation while the second one has. `block`: the first line
 * is indented like the original, and others deeper. `file`: only the first line lost its indentation, which is
 * `indent`. `undefined` when both or neither are plausible.
 */
export function chooseIndentBase(lines: readonly string[], indent: string): 'block' | 'file' | undefined {
  const [first = '', second = ''] = lines;
  const depths = lines.map((line) => indentOf(line).length);
  const indents = lines.slice(1).map(indentOf);
  const isLikeFile = indents.every((one) => one !== '' && (one.startsWith(indent) || indent.startsWith(one)));
  if (!isLikeFile) return 'block';
  if (LIST_ITEM.test(first) || LIST_ITEM.test(second)) return undefined;
  const isBlock = mayBeDeeper(first, second) && closesWhereOpened(lines, depths);
  const asInFile = [indent.length, ...depths.slice(1)];
  const isDeeper = (asInFile[1] ?? 0) > indent.length;
  const isFile =
    (isDeeper ? mayBeDeeper(first, second) : !mustBeDeeper(first, second)) &&
    closesWhereOpened(lines, asInFile);
  if (isBlock === isFile) return undefined;
  return isBlock ? 'block' : 'file';
}

function mayBeDeeper(first: string, second: string): boolean {
  return opens(first) || (GOES_ON.test(first) && !COMMENT.test(first)) || CONTINUES.test(second);
}

function mustBeDeeper(first: string, second: string): boolean {
  return opens(first) && !CLOSES.test(second);
}

function opens(line: string): boolean {
  return !COMMENT.test(line) && (OPENS.test(line) || CONTROLS.test(line));
}

/** Whether each closing bracket is indented like the line that opened it. */
function closesWhereOpened(lines: readonly string[], depths: readonly number[]): boolean {
  const open: number[] = [];
  for (const [index, line] of lines.entries()) {
    const depth = depths[index] ?? 0;
    if (CLOSES.test(line) && open.length > 0 && open.pop() !== depth) return false;
    if (OPENS.test(line) && !COMMENT.test(line)) open.push(depth);
  }
  return true;
}
