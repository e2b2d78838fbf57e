import { type FoundLine, readFoundLines, readFoundPaths } from './evidence.js';
import { kindOfPath, type PathKind } from './path-kind.js';
import type { Finding } from './turn.js';
import { type WeighedKeyword, weighText } from './weigh-keywords.js';

/** A file that may hold the answer. */
export interface RankedFile {
  readonly path: string;
  readonly kind: PathKind;
  readonly score: number;
  /** The lines that searches found in it, in their order; none where only its path speaks for it. */
  readonly lines: readonly FoundLine[];
}

// A file that is named after what is asked is about it.
const NAME_FACTOR = 1.5;
const DIRECTORY_FACTOR = 0.5;

// Several words on one line are seldom there by chance.
const SAME_LINE_FACTOR = 2;

// Each further line with a word adds a little, up to as many as a chapter has.
const REPEAT_FACTOR = 0.1;
const MAX_REPEATS = 5;

// How likely a file of a kind explains something; a test explains what it tests less well than the thing itself does.
const KIND_FACTORS: Readonly<Record<PathKind, number>> = {
  source: 1,
  prose: 1,
  test: 0.5,
  data: 0.3,
  record: 0.3,
  generated: 0.1,
};

/** The files that were found, the most promising first. `isAboutTests` says that a test is what is looked for. */
export function rankFiles(
  findings: readonly Finding[],
  keywords: readonly WeighedKeyword[],
  isAboutTests: boolean,
): readonly RankedFile[] {
  return [...gatherLines(findings, keywords)]
    .map(([path, byNumber]) => {
      const kind = kindOfPath(path);
      const lines = [...byNumber.values()].sort((a, b) => a.line - b.line);
      const factor = kind === 'test' && isAboutTests ? 1 : KIND_FACTORS[kind];
      return { path, kind, lines, score: factor * scoreFile(path, lines, keywords) };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1));
}

function gatherLines(
  findings: readonly Finding[],
  keywords: readonly WeighedKeyword[],
): ReadonlyMap<string, ReadonlyMap<number, FoundLine>> {
  const byPath = new Map<string, Map<number, FoundLine>>();
  const linesOf = (path: string): Map<number, FoundLine> => {
    const lines = byPath.get(path) ?? new Map<number, FoundLine>();
    byPath.set(path, lines);
    return lines;
  };
  for (const finding of findings) {
    if (finding.tool === 'search_for_files')
      for (const found of readFoundLines(finding)) linesOf(found.path).set(found.line, found);
    if (finding.tool === 'search_pathnames_only')
      for (const path of readFoundPaths(finding))
        // It may match by its letters in order only; what counts is a whole word.
        if (!path.endsWith('/') && weighText(path, keywords) > 0) linesOf(path);
  }
  return byPath;
}

function scoreFile(path: string, lines: readonly FoundLine[], keywords: readonly WeighedKeyword[]): number {
  const nameAt = path.lastIndexOf('/') + 1;
  const inName = NAME_FACTOR * weighText(path.slice(nameAt), keywords);
  const inDirectory = DIRECTORY_FACTOR * weighText(path.slice(0, nameAt), keywords);
  const inText = keywords.reduce((sum, { test, weight }) => {
    const hits = lines.filter(({ text }) => test.test(text)).length;
    return hits === 0 ? sum : sum + weight * (1 + REPEAT_FACTOR * Math.min(hits - 1, MAX_REPEATS));
  }, 0);
  const onOneLine = Math.max(0, ...lines.map(({ text }) => weighText(text, keywords)));
  return inName + inDirectory + inText + SAME_LINE_FACTOR * onOneLine;
}
