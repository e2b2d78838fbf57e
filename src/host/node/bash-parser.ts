import { fileURLToPath } from 'node:url';
import { Language, type Node, Parser } from 'web-tree-sitter';
import type { ParseShell, SyntaxTree } from '../../actors/approvals/syntax/syntax-tree.js';

// A person cannot judge a longer command either. Units: UTF-16 units.
const MAX_LINE_CHARS = 4_000;

// The parser reports its progress about every 100 steps: once for a common line, 15 times for one of 3,000 characters. A
// malicious line may occupy it for seconds, on the main thread.
const MAX_REPORTS = 40;
const MAX_COMMON_REPORTS = 8;

// Only for lines that are not common: how long a common one takes depends on what else the machine does.
const MAX_PARSE_MS = 15;

// Deeper than any honest command, and shallow enough for recursive functions.
const MAX_DEPTH = 100;

// The parser may take 100 times as long for a line of nested brackets; honest lines open three or four.
const MAX_BRACKETS = 32;

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
  await Parser.init();
  const parser = new Parser();
  parser.setLanguage(
    await Language.load(fileURLToPath(import.meta.resolve('tree-sitter-bash/tree-sitter-bash.wasm'))),
  );
  // Parsing the first line compiles the parser, which is slow.
  parser.parse('true')?.delete();
  return (line) => {
    if (line.length > MAX_LINE_CHARS || isDeeplyNested(line)) return undefined;
    const end = performance.now() + MAX_PARSE_MS;
    let reports = 0;
    const isTooLong = (): boolean => {
      reports += 1;
      return reports > MAX_REPORTS || (reports > MAX_COMMON_REPORTS && performance.now() > end);
    };
    const tree = parser.parse(line, null, { progressCallback: isTooLong });
    // Otherwise the next parse would resume this one.
    if (tree === null) parser.reset();
    try {
      // The root node excludes the white space around it.
      return tree === null
        ? undefined
        : { ...copyNode(tree.rootNode, line, 0), text: line, start: 0, end: line.length };
    } finally {
      tree?.delete();
    }
  };
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

/** Whether more brackets are open at once than in honest lines, whether quoted or not. Cost: linear in the line. */
function isDeeplyNested(line: string): boolean {
  let open = 0;
  for (const char of line) {
    if ('([{'.includes(char)) open += 1;
    else if (')]}'.includes(char)) open = Math.max(0, open - 1);
    if (open > MAX_BRACKETS) return true;
  }
  return false;
}
