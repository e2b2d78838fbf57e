// One piece of a pattern: an escape, a class without nested ones, a quantifier, or a single code point.
const PIECE =
  /(?<escape>\\[\s\S])|(?<class>\[(?:\\[\s\S]|[^\\[\]])*\])|(?<quantifier>(?:[*+?]|\{\d+(?:,\d*)?\})\??)|[\s\S]/gu;
const CAN_BE_ABSENT = /^(?:[*?]|\{0+[,}])/u;
const STANDS_FOR_ITSELF = /^\\[^0-9A-Za-z\u0080-\u{10FFFF}]$/u;
const IS_NO_CHARACTER = /^\\[bBdDfnrsStvwW]$/u;

// More alternatives than this cost more to look for, one by one, than the expression itself.
const MAX_BRANCHES = 16;

/**
 * Texts of which every match of the regular expression contains at least one, or `null` when none are certain.
 * Cautious: groups, classes and anything unusual are taken to contribute nothing.
 * Shape: the longest certain text of each top-level alternative.
 */
export function requiredLiterals(source: string): readonly string[] | null {
  const branches: string[] = [];
  let longest = '';
  let run = '';
  let depth = 0;
  const endRun = (): void => {
    if (run.length > longest.length) longest = run;
    run = '';
  };
  const endBranch = (): void => {
    endRun();
    branches.push(longest);
    longest = '';
  };
  for (const { 0: piece, groups } of source.matchAll(PIECE)) {
    if (piece === '[') return null;
    if (piece === ')') depth--;
    else if (depth === 0) {
      if (groups?.['quantifier'] !== undefined) {
        if (CAN_BE_ABSENT.test(piece)) run = run.replace(/.$/su, '');
        endRun();
      } else if (groups?.['escape'] !== undefined) {
        if (STANDS_FOR_ITSELF.test(piece)) run += piece.slice(1);
        else if (IS_NO_CHARACTER.test(piece)) endRun();
        else return null;
      } else if (piece === '|') endBranch();
      else if (groups?.['class'] !== undefined || '(.^$'.includes(piece)) endRun();
      else run += piece;
    }
    if (piece === '(') depth++;
  }
  endBranch();
  return branches.length > MAX_BRANCHES || branches.includes('') ? null : branches;
}
