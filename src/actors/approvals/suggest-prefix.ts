import { knownDanger } from './known-dangers.js';
import type { Word } from './word.js';

/** Programs whose first argument names what they do. */
const HAS_COMMANDS = new Set(
  'git npm yarn pnpm bun cargo go make just dotnet mvn gradle composer pip pip3'.split(' '),
);

/** What would have to be remembered so that commands like this one run: never a bare interpreter, shell or wrapper. */
export function suggestPrefix(words: readonly Word[]): readonly string[] | undefined {
  const [program, first, second] = words.map(({ value }) => value);
  if (program === undefined || !/^[\w.+-]+$/.test(program) || program.startsWith('-')) return undefined;
  if (!HAS_COMMANDS.has(program)) return knownDanger(program) === undefined ? [program] : undefined;
  if (first === undefined || !isName(first) || RUNS_ANYTHING.has(first)) return undefined;
  if (first !== 'run') return [program, first];
  return second !== undefined && isName(second) ? [program, first, second] : undefined;
}

// Commands of the programs above that run whatever comes behind them.
const RUNS_ANYTHING = new Set(
  'exec x dlx create init explore config filter-branch bisect rebase submodule grep difftool mergetool'.split(
    ' ',
  ),
);

function isName(word: string): boolean {
  return /^[A-Za-z][\w:.-]*$/.test(word);
}
