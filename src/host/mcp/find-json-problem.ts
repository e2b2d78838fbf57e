import { messageOf } from '../../actors/protocol/errors/message-of.js';

/**
 * The line at which a text stops being JSON, counted from 1; `undefined` when it is JSON. Never quotes the text, which the
 * messages of the parser do: it may hold keys. Cost: as many parses as the logarithm of the number of lines.
 */
export function findJsonProblem(text: string): number | undefined {
  if (problemOf(text) === undefined) return undefined;
  const lines = text.split('\n');
  let [good, bad] = [0, lines.length];
  // All of `good` lines are the beginning of JSON, and `bad` lines are not, or end too early.
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    const beginning = lines.slice(0, middle).join('\n');
    if (isBeginning(beginning)) good = middle;
    else bad = middle;
  }
  return bad;
}

/** Whether a text is JSON as far as it goes. */
function isBeginning(text: string): boolean {
  const problem = problemOf(text);
  if (problem === undefined || text.trim() === '') return true;
  // A string does not go on in the next line.
  if (problem.startsWith('Unterminated')) return false;
  const position = /position (\d+)/.exec(problem)?.[1];
  return problem.startsWith('Unexpected end') || Number(position ?? -1) >= text.trimEnd().length;
}

function problemOf(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}
