import { fileURLToPath } from 'node:url';
import type { Node } from 'web-tree-sitter';
import type { ParseShell, SyntaxTree } from '../../actors/approvals/syntax/syntax-tree.js';

// All bounds count what a line makes the parser do, and none looks at a clock, so that a line is judged on a slow machine as
// on a fast one. Of 13,000 lines that were made to be slow the worst takes 26 ms with them; without those of reads and of
// brackets, 880 ms.

// A person cannot judge a longer command either. Units: UTF-16 units.
const MAX_LINE_CHARS = 4_000;

// The parser reports its progress every 100 steps: not once for 99 of 100 common lines, 5 to 35 times for every 1,000
// characters of a list of short commands.
const MAX_REPORTS = 40;

// What the parser asks for at once, and how often. It looks ahead, and asks again for what it had already: a common line of
// 4,000 characters takes 150 reads, a here-document full of variables 320, and one of "@a" repeated 126,000, since each
// sign has the parser look ahead to the end of the line. 500 reads take 2 ms. Units: UTF-16 units; reads.
const READ_CHARS = 64;
const MAX_READS = 500;

// Deeper than any honest command, and shallow enough for recursive functions.
const MAX_DEPTH = 100;

// The parser may take 100 times as long for a line of nested brackets, and 40 times for brackets that close nothing: it
// tries every way to mend each. Honest lines open three or four, and a `case` closes one for each pattern.
const MAX_OPEN_BRACKETS = 32;
const MAX_STRAY_BRACKETS = 32;

let loading: Promise<ParseShell> | undefined;

/**
 * Loads the parser on first use, once.
 * Errors: those of reading the parser's files; the next call tries again.
 * Cost: some 30 ms the first time, most of it off this thread; a common line takes 0.1 ms.
 */
export function loadBashParser(): Promise<ParseShell> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(): Promise<ParseShell> {
  // Most runs judge no command.
  const { Language, Parser } = await import('web-tree-sitter');
  await Parser.init();
  const parser = new Parser();
  parser.setLanguage(
    await Language.load(fileURLToPath(import.meta.resolve('tree-sitter-bash/tree-sitter-bash.wasm'))),
  );
  // Parsing the first line compiles the parser, which is slow.
  parser.parse('true')?.delete();
  return (line) => {
    if (line.length > MAX_LINE_CHARS || hasTooManyBrackets(line)) return undefined;
    let reports = 0;
    let reads = 0;
    const read = (index: number): string => {
      reads += 1;
      // An exception would leave the parser in the middle of a step; the end of the line ends the step.
      return reads > MAX_READS ? '' : sliceWithoutSplit(line, index, index + READ_CHARS);
    };
    const isTooMuch = (): boolean => {
      reports += 1;
      return reports > MAX_REPORTS || reads > MAX_READS;
    };
    const tree = parser.parse(read, null, { progressCallback: isTooMuch });
    // Otherwise the next parse would resume this one.
    if (tree === null) parser.reset();
    try {
      // The root node excludes the white space around it. A tree after too many reads is that of the line's beginning.
      return tree === null || reads > MAX_READS
        ? undefined
        : { ...copyNode(tree.rootNode, line, 0), text: line, start: 0, end: line.length };
    } finally {
      tree?.delete();
    }
  };
}

/** A part of a line, with one unit more where it would end between the two halves of a character. */
function sliceWithoutSplit(line: string, start: number, end: number): string {
  const isSplit = /[\uD800-\uDBFF]/.test(line.charAt(end - 1));
  return line.slice(start, isSplit ? end + 1 : end);
}

/** Copies a node. Cutting its text from the line is much faster than asking the parser for it. */
function copyNode(node: Node, line: string, depth: number): SyntaxTree {
  const isTooDeep = depth > MAX_DEPTH;
  const children = isTooDeep
    ? []
    : node.children.flatMap((child) => (child === null ? [] : [copyNode(child, line, depth + 1)]));
  return {
    type: node.type,
    text: line.slice(node.startIndex, node.endIndex),
    start: node.startIndex,
    end: node.endIndex,
    isNamed: node.isNamed,
    hasError: isTooDeep || node.hasError || children.some(({ hasError }) => hasError),
    children,
  };
}

/**
 * Whether more brackets are open at once, or close nothing, than in honest lines, whether quoted or not.
 * Cost: linear in the line.
 */
function hasTooManyBrackets(line: string): boolean {
  const open = { ')': 0, ']': 0, '}': 0 };
  let allOpen = 0;
  let stray = 0;
  for (const char of line) {
    if (char === '(' || char === '[' || char === '{') {
      open[CLOSING[char]] += 1;
      allOpen += 1;
    } else if (char === ')' || char === ']' || char === '}') {
      if (open[char] === 0) {
        stray += 1;
      } else {
        open[char] -= 1;
        allOpen -= 1;
      }
    }
    if (allOpen > MAX_OPEN_BRACKETS || stray > MAX_STRAY_BRACKETS) return true;
  }
  return false;
}

const CLOSING = { '(': ')', '[': ']', '{': '}' } as const;
