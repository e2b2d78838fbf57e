/** A text as lines. Shape: `lines` and `ends` are of one length; joined pairwise they are the text. */
export interface TextLines {
  /** Without their ends. */
  readonly lines: readonly string[];
  /** `\n` or `\r\n`; `''` at most for the last. */
  readonly ends: readonly string[];
}

/** The lines of a text. A text that ends with a line end has no empty line behind it; the empty text has no line. */
export function splitLines(text: string): TextLines {
  const lines: string[] = [];
  const ends: string[] = [];
  for (let start = 0; start < text.length;) {
    const feed = text.indexOf('\n', start);
    if (feed === -1) {
      lines.push(text.slice(start));
      ends.push('');
      break;
    }
    const hasReturn = feed > start && text[feed - 1] === '\r';
    lines.push(text.slice(start, hasReturn ? feed - 1 : feed));
    ends.push(hasReturn ? '\r\n' : '\n');
    start = feed + 1;
  }
  return { lines, ends };
}

/** The line end that most lines have; `\n` where there is none. */
export function commonLineEnd({ ends }: TextLines): string {
  let returns = 0;
  let feeds = 0;
  for (const end of ends) {
    if (end === '\r\n') returns++;
    else if (end === '\n') feeds++;
  }
  return returns > feeds ? '\r\n' : '\n';
}
