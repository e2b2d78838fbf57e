import { Lexer, type Token, type TokensList } from 'marked';

// marked's inline rules go back over a run for each marker in it: 256 in one run cost some 15 ms at worst, 1,000
// more than 50. A long paragraph of prose has some dozens.
const MAX_MARKERS_IN_RUN = 256;

// A bound for a whole message made of such runs: about half a second. A message full of code spans has 2,000.
const MAX_MARKERS = 8_192;

// Longer than any paragraph that a person reads.
const MAX_RUN_CHARS = 10_000;

// Lists in quotes in lists: people write 4 deep. marked's own stack ends at some thousands.
const MAX_DEPTH = 16;

// Characters that can open something.
const MARKER = /[*_~`[\]<!@\\]/g;

/** marked's lexer in bounded time and depth: what is too much for it is text, with nothing lost. */
export class BoundedLexer extends Lexer {
  #markersLeft = MAX_MARKERS;
  #blockDepth = 0;
  #inlineDepth = 0;

  override blockTokens(src: string, tokens?: Token[], lastParagraphClipped?: boolean): Token[];
  override blockTokens(src: string, tokens?: TokensList, lastParagraphClipped?: boolean): TokensList;
  override blockTokens(src: string, tokens: Token[] = [], lastParagraphClipped?: boolean): Token[] {
    if (this.#blockDepth >= MAX_DEPTH) {
      tokens.push(asText(src));
      return tokens;
    }
    this.#blockDepth++;
    try {
      return super.blockTokens(src, tokens, lastParagraphClipped);
    } finally {
      this.#blockDepth--;
    }
  }

  override inlineTokens(src: string, tokens: Token[] = []): Token[] {
    // What is inside emphasis or a link was counted with the run around it.
    const isRun = this.#inlineDepth === 0;
    if (this.#inlineDepth >= MAX_DEPTH || (isRun && this.#isTooMuch(src))) {
      tokens.push(asText(src));
      return tokens;
    }
    this.#inlineDepth++;
    try {
      return super.inlineTokens(src, tokens);
    } finally {
      this.#inlineDepth--;
    }
  }

  #isTooMuch(src: string): boolean {
    if (src.length > MAX_RUN_CHARS) return true;
    const markers = src.match(MARKER)?.length ?? 0;
    if (markers > MAX_MARKERS_IN_RUN || markers > this.#markersLeft) return true;
    this.#markersLeft -= markers;
    return false;
  }
}

/** `escaped` says to marked and to us that this is the text itself. */
function asText(src: string): Token {
  return { type: 'text', raw: src, text: src, escaped: true };
}
