import { fileURLToPath } from 'node:url';
import { Language, type Node, Parser } from 'web-tree-sitter';
import type { ParseShell, SyntaxTree } from '../../actors/approvals/syntax/syntax-tree.js';

// A person cannot judge a longer command either. Units: UTF-16 units.
const MAX_LINE_CHARS = 4_000;

// A maliciously nested line may occupy the parser for seconds, on the main thread. The 500 lines of the tests take
// 0.6 ms at most, so there is slack for a slow machine.
const MAX_PARSE_MS = 25;

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
    const tree = parser.parse(line, null, { progressCallback: () => performance.now() > end });
    // Otherwise the next parse would resume this one.
    if (tree === null) parser.reset();
    try {
      // The root node excludes the white space around it.
      return tree === null ? undefined : { ...copyNode(tree.rootNode, 0), text: line, start: 0, end: line.length };
    } finally {
      tree?.delete();
    }
  };
}

function copyNode(node: Node, depth: number): SyntaxTree {
  const isTooDeep = depth > MAX_DEPTH;
  const children = isTooDeep
    ? []
    : node.children.flatMap((child) => (child === null ? [] : [copyNode(child, depth + 1)]));
  return {
    type: node.type,
    text: node.text,
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
