import { indentOf } from './indentation.js';

// What a line ends with that is not complete: what comes behind it may be deeper, and behind the first ones must be.
const OPENS =
  /(?:[{([:]|=>|->|\b(?:then|do|else|begin|try)|<[A-Za-z][^<>]*(?<!\/)>)(?:\s+(?:\/\/.*|#.*|\/\*.*\*\/))?\s*$/;
const COMMENT = /^\s*(?:\/\/|#(?!\s*\w+.*\\$)|--|;)/;
const GOES_ON = /(?:[,+\-*/%&|?=<>.\\]|\b(?:and|or|not|in|is|return|yield|await|new|typeof))\s*$/;
const CONTROLS =
  /^\s*(?:if|for|while|else|elsif|elif|switch|with|unless|until|foreach|catch|case|def|class|do)\b[^;]*$/;
const CONTINUES = /^\s*(?:[.?:&|+*/%=<>)\]}]|and\b|or\b)/;
// What is deeper may belong to it without a sign of that.
const LIST_ITEM = /^\s*(?:[-*+]|\d+[.)])\s/;
const CLOSES = /^\s*(?:[)\]}]|<\/|(?:end|fi|done|esac)\b)/;

/**
 * Which of two readings new lines have whose first line has no indentation, while the second one has some. `block`: the
 * first line is as deep as the original, and others are deeper than that. `file`: only the first line was trimmed, and
 * would have `indent`. Nothing when neither or both may be.
 */
export function chooseFrame(lines: readonly string[], indent: string): 'block' | 'file' | undefined {
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

/** Whether what closes a bracket is as deep as the line that has opened it. */
function closesWhereOpened(lines: readonly string[], depths: readonly number[]): boolean {
  const open: number[] = [];
  for (const [index, line] of lines.entries()) {
    const depth = depths[index] ?? 0;
    if (CLOSES.test(line) && open.length > 0 && open.pop() !== depth) return false;
    if (OPENS.test(line) && !COMMENT.test(line)) open.push(depth);
  }
  return true;
}
