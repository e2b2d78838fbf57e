import type { ApprovalRule } from '../protocol/approvals.js';
import { isInsideAny } from '../runtime/paths/is-inside.js';
import { type CommandContext, LineJudge } from './line-judge.js';
import { compareReaders } from './syntax/compare-readers.js';
import { findMisreading } from './syntax/find-misreading.js';
import type { SyntaxTree } from './syntax/syntax-tree.js';
import { askAbout, type Verdict } from './verdict.js';

// Invisible characters that bash and the parser may treat differently: control, format and ignorable characters, and
// all white space except space, tab and line feed.
const INVISIBLE = /(?![\t\n ])[\p{C}\p{Z}\p{DI}]/u;

// The shell joins the text on both sides of such a line end into one word; the parser reads two words.
const JOINED_LINES = /\S\\\r?\n/;

// With two here-documents on a line, their contents are easily confused.
const HERE_DOCUMENT = /(?<!<)<<(?!<)/g;

const HOLDS_WORDS = new Set(['program', 'list', 'pipeline', 'command', 'redirected_statement']);

// Between words stand white space, and line ends after a backslash.
const NO_SPACE = /(?!\\\r?\n)\S/;

/**
 * Judges whether a shell line may run without asking. Judges every command in it, wherever it stands, and asks about
 * whatever is not known to be harmless. Where no sandbox contains a mistake, two readers must understand all of the line.
 * Cost: linear in the line.
 */
export function judgeCommand(
  tree: SyntaxTree | undefined,
  rules: readonly ApprovalRule[],
  context: CommandContext,
): Verdict {
  if (tree === undefined) return askAbout('The command could not be read, so nothing is known about it.');
  const readers = compareReaders(tree);
  if (context.isSandboxed === true || readers === 'same') return judgeTree(tree, readers, rules, context);
  const verdict = judgeTree(tree, readers, rules, { ...context, isSandboxed: true });
  // Allowing single commands of the line does not make it plain.
  if (verdict.kind !== 'safe') return verdict.kind === 'ask' ? { ...verdict, prefixes: [] } : verdict;
  const reason = 'It is more than a plain list of commands, and there is no sandbox to contain it.';
  return askAbout(reason, { canAllowLine: true, uses: verdict.uses });
}

function judgeTree(
  tree: SyntaxTree,
  readers: ReturnType<typeof compareReaders>,
  rules: readonly ApprovalRule[],
  context: CommandContext,
): Verdict {
  const judge = new LineJudge(rules, context);
  judge.readLine(tree);
  const { denial, reasons, prefixes, isBeyondPrefixes, isBeyondLine, isByRule, uses } = judge;
  if (denial !== undefined) return { kind: 'deny', reason: denial };
  if (INVISIBLE.test(tree.text)) return askAbout('The command has characters in it that cannot be seen.');
  const isUnclear = JOINED_LINES.test(tree.text) || (tree.text.match(HERE_DOCUMENT) ?? []).length > 1;
  const isMisread = readers === 'different' || findMisreading(tree) !== undefined;
  if (tree.hasError || isUnclear || isMisread || !isCovered(tree))
    return askAbout('The command cannot be read as bash reads it, so nothing is known about it.', { uses });
  if (!isInsideAny(context.roots, context.cwd)) return askAbout('The command starts outside the workspace.');
  if (reasons.length === 0)
    return { kind: 'safe', world: judge.isAllowedByRule ? 'working' : 'looking', uses };
  return {
    kind: 'ask',
    reasons,
    prefixes: isBeyondPrefixes ? [] : prefixes,
    canAllowLine: !isBeyondLine,
    isByRule,
    uses,
  };
}

/** Whether the children of each node cover its text: nothing judges a word that the parser drops. */
function isCovered({ type, text, children }: SyntaxTree): boolean {
  if (!HOLDS_WORDS.has(type)) return true;
  let end = 0;
  for (const child of children) {
    const start = text.indexOf(child.text, end);
    if (start < 0 || NO_SPACE.test(text.slice(end, start))) return false;
    end = start + child.text.length;
  }
  return !NO_SPACE.test(text.slice(end)) && children.every(isCovered);
}
