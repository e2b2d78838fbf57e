/**
 * The words of a command line: quotes hold a word together, and a backslash before a quote or a space stands for it. No
 * variable is replaced and nothing else is special. Returns `undefined` when a quote is not closed.
 */
export function splitCommand(line: string): readonly string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  let quote: string | undefined;
  for (let at = 0; at < line.length; at += 1) {
    const char = line.charAt(at);
    const next = line.charAt(at + 1);
    if (
      char === '\\' &&
      quote !== "'" &&
      (next === '"' || next === "'" || (next === ' ' && quote === undefined))
    ) {
      word = (word ?? '') + next;
      at += 1;
    } else if (quote !== undefined) {
      if (char === quote) quote = undefined;
      else word += char;
    } else if (char === '"' || char === "'") {
      quote = char;
      word ??= '';
    } else if (/\s/.test(char)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + char;
  }
  if (quote !== undefined) return undefined;
  return word === undefined ? words : [...words, word];
}
