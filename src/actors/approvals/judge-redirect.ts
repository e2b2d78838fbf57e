import { quote } from './quote.js';
import { isClearHereDocument } from './syntax/is-clear-here-document.js';
import type { SyntaxTree } from './syntax/syntax-tree.js';
import { readWord, type Word } from './syntax/word.js';

const WRITABLE = /^\/dev\/(?:null|stdout|stderr)$/;

/** What a redirection does. */
interface RedirectJudgement {
  /** Why it needs approval, as a sentence. */
  readonly objection?: string;
  /** Whether a rule for this very line may allow it. */
  readonly isExact?: boolean;
  /** The file that it opens. */
  readonly file?: { readonly word: Word; readonly access: 'read' | 'write' };
}

/** Judges a redirection to or from a file, a stream or a here-string. */
export function judgeRedirect(node: SyntaxTree): RedirectJudgement {
  const operator = node.children.find(({ isNamed }) => !isNamed)?.type ?? '';
  const targets = node.children
    .filter(({ isNamed, type }) => isNamed && type !== 'file_descriptor')
    .map((child) => readWord(child));
  const [target] = targets;
  const shown = quote(node.text);
  if (/^[<>]&-$/.test(operator)) return {};
  if (target === undefined || targets.length !== 1)
    return { objection: `${shown} is written in a way that is not understood.` };
  const { value, glob } = target;
  // A here-string is text, not a file.
  if (operator === '<<<')
    return value === undefined ? { objection: `${shown} is not known before it runs.` } : {};
  // Redirects one stream to another.
  if (/^[<>]&$/.test(operator) && /^(?:\d+-?|-)$/.test(value ?? '')) return {};
  if (operator === '<') return { file: { word: target, access: 'read' } };
  const isDiscarded =
    /^(?:>|>>|>\||&>|&>>|>&)$/.test(operator) && WRITABLE.test(value ?? '') && glob === undefined;
  if (isDiscarded) return {};
  if (value === undefined)
    return { objection: `${shown} writes to a place that is not known before it runs.` };
  return {
    objection: `${shown} writes a file.`,
    isExact: glob === undefined,
    file: { word: target, access: 'write' },
  };
}

/** The objections to a here-document of the line, as sentences. What stands behind its start is judged separately. */
export function judgeHereDocument(node: SyntaxTree, line: string): readonly string[] {
  const start = node.children.find(({ type }) => type === 'heredoc_start')?.text ?? '';
  const body = node.children.find(({ type }) => type === 'heredoc_body');
  const isKnown = node.children.every(({ type }) =>
    /^(?:<<-?|heredoc_(?:start|body|end)|\n|pipeline|file_redirect)$/.test(type),
  );
  const isExpanded = !/['"\\]/.test(start) && /[$`\\]/.test(body?.text ?? '');
  return [
    ...(isKnown && isClearHereDocument(node, line)
      ? []
      : [`${quote(node.text)} is a here-document that is hard to read.`]),
    ...(isExpanded
      ? [`The here-document up to ${start} has something in it that is not known before it runs.`]
      : []),
  ];
}
