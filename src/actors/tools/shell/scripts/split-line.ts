/** One simple command of a line. */
export interface SimpleCommand {
  /** Without quotes and backslashes; an expansion stays as it is written. */
  readonly words: readonly string[];
  /** The files that it reads as its input. */
  readonly inputs: readonly string[];
}

/** Splits a line of shell into its commands, roughly: at `;`, `&`, `|`, parentheses, backquotes and line ends. */
export function splitLine(line: string): readonly SimpleCommand[] {
  const segments: SimpleCommand[] = [];
  let words: string[] = [];
  let inputs: string[] = [];
  let word: string | undefined;
  let isInput = false;
  const endWord = (): void => {
    if (word === undefined) return;
    (isInput ? inputs : words).push(word);
    word = undefined;
    isInput = false;
  };
  const endSegment = (): void => {
    endWord();
    if (words.length > 0) segments.push({ words, inputs });
    words = [];
    inputs = [];
  };
  for (let at = 0; at < line.length; at++) {
    const char = line.charAt(at);
    if (char === '\\') {
      at += 1;
      if (line.charAt(at) !== '\n') word = (word ?? '') + line.charAt(at);
    } else if (char === "'" || char === '"') {
      const end = findQuote(line, at);
      const text = line.slice(at + 1, end);
      word = (word ?? '') + (char === '"' ? text.replaceAll(/\\(["\\$`])/g, '$1') : text);
      at = end;
    } else if (/[;&|()`\n{}]/.test(char) && !(char === '{' && line.charAt(at - 1) === '$')) endSegment();
    else if (char === '<' || char === '>') {
      endWord();
      isInput = char === '<';
    } else if (/\s/.test(char)) endWord();
    else word = (word ?? '') + char;
  }
  endSegment();
  return segments;
}

/** Where the quote that begins at `start` ends; the end of the line where it does not. */
function findQuote(line: string, start: number): number {
  const quote = line.charAt(start);
  for (let at = start + 1; at < line.length; at++) {
    if (quote === '"' && line.charAt(at) === '\\') at += 1;
    else if (line.charAt(at) === quote) return at;
  }
  return line.length;
}
