import { PIECES, type Piece } from './pieces.js';

export interface RandomLine {
  readonly text: string;
  /** The names of the pieces that it is made of. */
  readonly pieces: ReadonlySet<string>;
}

// Deeper lines are judged too hard to read, which proves nothing.
const MAX_DEPTH = 3;

/** A random line of shell, made of pieces within pieces. */
export function makeRandomLine(random: () => number): RandomLine {
  const used = new Set<string>();
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(random() * items.length)];
    if (item === undefined) throw new Error('There is nothing to pick from');
    return item;
  };

  /** Fills the places of a form: `@w@` is a word, `@c@` a command, `@l@` a list of commands. */
  const fill = (form: string, depth: number): string =>
    form.replaceAll(/@([wclr])@/g, (_, kind: string) => {
      if (kind === 'w') return makeWord(depth + 1);
      if (kind === 'r') return makeRedirection(depth + 1);
      return kind === 'c' ? makeCommand(depth + 1) : makeList(depth + 1);
    });

  const use = (kind: Piece['kind'], depth: number): string => {
    const { name, forms, leaves } = pick(PIECES[kind]);
    used.add(name);
    return fill(pick(depth >= MAX_DEPTH && leaves.length > 0 ? leaves : forms), depth);
  };

  const makeWord = (depth: number): string => use('word', depth);
  const makeRedirection = (depth: number): string => use('redirection', depth);
  const makeCommand = (depth: number): string => {
    // Most commands are plain ones; else hardly a line would be harmless as a whole.
    const kind = random() < 0.6 ? 'command' : depth < MAX_DEPTH ? 'compound' : 'command';
    const redirection = random() < 0.15 ? ` ${makeRedirection(depth)}` : '';
    return `${use(kind, depth)}${redirection}`;
  };
  const makeList = (depth: number): string => {
    let text = makeCommand(depth);
    while (random() < 0.3) text += `${use('separator', MAX_DEPTH)}${makeCommand(depth)}`;
    return text;
  };

  let text = makeList(0);
  if (random() < 0.15) text += use('ending', 0);
  return { text, pieces: used };
}
