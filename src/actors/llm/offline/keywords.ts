/** A word to look for. */
export interface Keyword {
  /** As the person wrote it. */
  readonly word: string;
  /** What finds its forms, as the source of a regular expression without capitals. */
  readonly pattern: string;
  /** How much it tells: a name from the code more than a word of plain English. */
  readonly weight: number;
}

// What a person put between quotes is what they mean, to the letter.
const QUOTED_WEIGHT = 5;
const PATH_WEIGHT = 5;
const IDENTIFIER_WEIGHT = 4;
// A capital in mid-sentence makes a name.
const NAME_WEIGHT = 2;
const WORD_WEIGHT = 1.5;
// Short words are in too many others.
const SHORT_WORD_WEIGHT = 1;

// More words than that make a question vaguer, not clearer.
const MAX_KEYWORDS = 6;

// A longer stem is found inside of longer names, as `index` is in `reindex`; a shorter one only where a word begins.
const MAX_BOUND_STEM = 4;

const STOP_WORDS: ReadonlySet<string> = new Set(
  `a able about above actually after again all also always am an and any anything are aren't around as at away be
  because been before behind being below between both but by called can can't cannot code codebase come could couldn't
  did didn't do does doesn't doing done don't down during each either else ever every everything exactly explain far few
  file files find first for from function get gets give given go goes going got had handle handled handles handling
  happen happens has have having he help her here hers him his how however i if in inside instead into is isn't it it's
  its itself just keep kept kind know last let like line lines list look looks made make makes many may me mean means
  might mine more most much must my need needs never new next no nor not nothing now of off on once one only onto or
  other others our out over own part please program project put rather really repo repository same say says see
  shall she should show since so some something sort still such take takes tell than that that's the their them then
  there these they thing things this those though through thus to together too toward under until up upon us use used
  uses using very want was way we well went were what what's whatever when where whether which while who whom whose why
  will with within without won't work works would yes yet you your`.split(/\s+/),
);

// What follows is something that was pasted.
const MAX_QUESTION_CHARS = 1_000;

/** The words of a question that tell most, best first; of equals the earlier. */
export function pickKeywords(question: string): readonly Keyword[] {
  const found = new Map<string, Keyword>();
  const add = (word: string, pattern: string, weight: number): void => {
    if (pattern !== '' && !found.has(pattern)) found.set(pattern, { word, pattern, weight });
  };
  const prose = question
    .slice(0, MAX_QUESTION_CHARS)
    .replaceAll(
      /`([^`\n]+)`|"([^"\n]+)"|“([^”\n]+)”|(?<![\w])'([^'\n]+)'(?!\w)/g,
      (_all, ...groups: string[]) => {
        const quoted =
          groups
            .slice(0, 4)
            .find((group) => group !== undefined)
            ?.trim() ?? '';
        if (quoted.length > 1)
          add(quoted, escapeRegex(quoted.replace(/\(\)$/, '').toLowerCase()), QUOTED_WEIGHT);
        return ' ';
      },
    )
    .replaceAll(/[\w.@~-]*\/[\w./@-]*\w|\b[\w-]+\.[a-z]\w{0,4}\b/gi, (path) => {
      add(path, escapeRegex(path.toLowerCase()), PATH_WEIGHT);
      return ' ';
    });
  let isSentenceStart = true;
  for (const [token] of prose.matchAll(/[\p{L}\p{N}_$][\p{L}\p{N}_$'-]*(?:\(\))?|[.!?\n]/gu)) {
    if (/^[.!?\n]$/.test(token)) {
      isSentenceStart = true;
      continue;
    }
    const word = token.replace(/\(\)$|'s$/, '');
    if (isIdentifier(word) || token.endsWith('()')) add(word, identifierPattern(word), IDENTIFIER_WEIGHT);
    else if (!STOP_WORDS.has(word.toLowerCase()) && word.length > 1)
      add(word, stemPattern(word.toLowerCase()), weighWord(word, isSentenceStart));
    isSentenceStart = false;
  }
  return [...found.values()].sort((a, b) => b.weight - a.weight).slice(0, MAX_KEYWORDS);
}

/** A test for any line that has the keyword in it, in one of its forms. */
export function compileKeyword({ pattern }: Keyword): RegExp {
  return new RegExp(pattern, 'iu');
}

/** The text with everything that has a meaning in a regular expression taken by the letter. */
export function escapeRegex(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

function isIdentifier(word: string): boolean {
  return /[\p{Ll}\p{N}]\p{Lu}|\p{Lu}{2}\p{Ll}|_|\$|\p{L}-\p{L}/u.test(word);
}

function weighWord(word: string, isSentenceStart: boolean): number {
  if (!isSentenceStart && /^\p{Lu}/u.test(word)) return NAME_WEIGHT;
  return word.length <= 3 ? SHORT_WORD_WEIGHT : WORD_WEIGHT;
}

/** `worker-life`, `workerLife` and `worker_life` are the same name in different places. */
function identifierPattern(word: string): string {
  const parts = word
    .replaceAll(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, '-')
    .split(/[-_$]+/)
    .filter((part) => part !== '');
  return parts.map((part) => escapeRegex(part.toLowerCase())).join('[-_ ]?');
}

/** What the forms of a word have in common: `crashes` and `crashed` are found by `crash`. */
function stemPattern(word: string): string {
  if (/^.{2,}ies$/.test(word)) return `${bound(word.slice(0, -3))}(?:y|ie)`;
  if (/^.{3,}y$/.test(word)) return `${bound(word.slice(0, -1))}(?:y|ie)`;
  const stem = word
    .replace(/(?<=.{4})(?:ing|ed|es|s|ion|ions|ation|ations|ment|ments|ly)$/, '')
    .replace(/(?<=.{3})([bdglmnprt])\1$/, '$1')
    .replace(/(?<=.{4})e$/, '');
  return bound(stem);
}

function bound(stem: string): string {
  const pattern = escapeRegex(stem);
  return stem.length <= MAX_BOUND_STEM ? String.raw`\b${pattern}` : pattern;
}
