import { countFoundLines, type FoundLine, readFoundLines, readFoundPaths } from './evidence.js';
import { compileKeyword, type Keyword } from './keywords.js';
import type { Finding } from './turn.js';

/** A keyword, what finds it, and how much it tells in this workspace: a word that is everywhere tells little. */
export interface WeighedKeyword {
  readonly word: string;
  readonly test: RegExp;
  readonly weight: number;
}

/** A file that may hold the answer. */
export interface RankedFile {
  readonly path: string;
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

// What a path says of how likely its file explains something.
const KINDS: readonly { readonly pattern: RegExp; readonly factor: number }[] = [
  {
    pattern:
      /(?:^|\/)(?:dist|build|vendor|third_party|__snapshots__)\/|lock(?:file)?\.(?:json|ya?ml)$|\.lock$|\.min\.\w+$|\.map$|\.snap$/i,
    factor: 0.1,
  },
  { pattern: /(?:^|\/)(?:changelog|licen[sc]e|notice)\b/i, factor: 0.3 },
  {
    pattern:
      /(?:^|\/)(?:tests?|__tests__|spec|fixtures?|bench|benchmarks?|examples?)\/|[._-](?:test|spec)\.\w+$/i,
    factor: 0.5,
  },
  { pattern: /\.(?:json|ya?ml|toml|csv|txt|svg|html|css)$/i, factor: 0.5 },
];

/** The keywords with the weight that their rarity gives them. */
export function weighKeywords(
  keywords: readonly Keyword[],
  searches: readonly Finding[],
): readonly WeighedKeyword[] {
  return keywords.map((keyword) => {
    const test = compileKeyword(keyword);
    const own = searches.find(({ args }) => args.query === keyword.pattern);
    const hits =
      own === undefined
        ? searches.flatMap(readFoundLines).filter(({ text }) => test.test(text)).length
        : countFoundLines(own);
    return { word: keyword.word, test, weight: keyword.weight / Math.log2(4 + hits) };
  });
}

/** How much of what is asked a text has in it: the weights of its keywords, each counted once. */
export function weighText(text: string, keywords: readonly WeighedKeyword[]): number {
  return keywords.reduce((sum, { test, weight }) => sum + (test.test(text) ? weight : 0), 0);
}

/** The files that were found, the most promising first. `isAboutTests` says that a test is what is looked for. */
export function rankFiles(
  findings: readonly Finding[],
  keywords: readonly WeighedKeyword[],
  isAboutTests: boolean,
): readonly RankedFile[] {
  const linesByPath = new Map<string, Map<number, FoundLine>>();
  for (const finding of findings) {
    if (finding.tool === 'search_pathnames_only') {
      for (const path of readFoundPaths(finding))
        // Its matches may be letters in order; only those with a whole word count.
        if (!path.endsWith('/') && !linesByPath.has(path) && weighText(path, keywords) > 0)
          linesByPath.set(path, new Map());
    } else if (finding.tool === 'search_for_files') {
      for (const found of readFoundLines(finding)) {
        const lines = linesByPath.get(found.path) ?? new Map<number, FoundLine>();
        linesByPath.set(found.path, lines.set(found.line, found));
      }
    }
  }
  return [...linesByPath]
    .map(([path, byNumber]) => {
      const lines = [...byNumber.values()].sort((a, b) => a.line - b.line);
      return { path, lines, score: scoreFile(path, lines, keywords) * kindFactor(path, isAboutTests) };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1));
}

function scoreFile(path: string, lines: readonly FoundLine[], keywords: readonly WeighedKeyword[]): number {
  const slash = path.lastIndexOf('/');
  const named =
    NAME_FACTOR * weighText(path.slice(slash + 1), keywords) +
    DIRECTORY_FACTOR * weighText(path.slice(0, slash + 1), keywords);
  const inText = keywords.reduce((sum, { test, weight }) => {
    const hits = lines.filter(({ text }) => test.test(text)).length;
    return hits === 0 ? sum : sum + weight * (1 + REPEAT_FACTOR * Math.min(hits - 1, MAX_REPEATS));
  }, 0);
  const best = Math.max(0, ...lines.map(({ text }) => weighText(text, keywords)));
  return named + inText + SAME_LINE_FACTOR * best;
}

function kindFactor(path: string, isAboutTests: boolean): number {
  return KINDS.reduce((factor, kind) => {
    const isTest = kind.factor === 0.5 && isAboutTests;
    return kind.pattern.test(path) && !isTest ? factor * kind.factor : factor;
  }, 1);
}
