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
    if (line.length > MAX_LINE_CHARS) return undefined;
    const end = performance.now() + MAX_PARSE_MS;
    const tree = parser.parse(line, null, { progressCallback: () => performance.now() > end });
    // Otherwise the next parse would resume this one.
    if (tree === null) parser.reset();
    try {
      // The root node excludes the white space around it.
      return tree === null ? undefined : { ...copyNode(tree.rootNode, 0), text: line };
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
    isNamed: node.isNamed,
    hasError: isTooDeep || node.hasError || children.some(({ hasError }) => hasError),
    children,
  };
}
