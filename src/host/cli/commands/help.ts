import { drawColumns } from '../draw/draw-columns.js';
import type { ChatCommand } from './command.js';

const KEYS: readonly (readonly [keys: string, meaning: string])[] = [
  ['Enter', 'send; while a turn runs, it is sent after that'],
  ['Shift-Enter, Alt-Enter', 'a new line (a backslash and Enter as well)'],
  ['Esc', 'interrupt the turn; what came is kept'],
  ['Ctrl-C', 'the same, or empty the line; twice leaves'],
  ['Up, Down, Ctrl-R', 'what you sent before; search it'],
  ['Tab', 'complete a /command or an @path'],
  ['!command', 'run a command of your own here; the model is not told'],
  ['Ctrl-L, Ctrl-Z', 'clear the screen; back to the shell until fg'],
];

export const help: ChatCommand = {
  name: 'help',
  summary: 'show this',
  async run(_argument, { commands, out }) {
    const rows = commands.map((command) => [usageOf(command), command.summary] as const);
    await out.line(drawColumns([...rows, ...KEYS], out));
  },
};

/** `/mode [MODE], /m`. */
function usageOf({ name, aliases = [], parameter }: ChatCommand): string {
  return [
    `/${name}${parameter === undefined ? '' : ` ${parameter}`}`,
    ...aliases.map((alias) => `/${alias}`),
  ].join(', ');
}
