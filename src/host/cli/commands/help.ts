import { drawColumns } from '../draw/draw-columns.js';
import { drawProse } from '../draw/draw-prose.js';
import type { ChatCommand } from './command.js';
import { describeOwnCommand } from './own-command.js';

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

export const helpCommand: ChatCommand = {
  name: 'help',
  summary: 'show this',
  async run(_argument, { commands, instructions, out }) {
    const rows = commands.map((command) => [usageOf(command), command.summary] as const);
    const { commands: own, problems } = await instructions.listCommands();
    const ownRows = own.map((command) => {
      const { usage, summary } = describeOwnCommand(command);
      return [out.sanitize(usage), out.sanitize(summary)] as const;
    });
    await out.line(drawColumns([...rows, ...ownRows, ...KEYS], out));
    for (const problem of problems)
      await out.line(drawProse(out.sanitize(problem), out, `${out.style('yellow', '!')} `));
  },
};

/** `/mode [MODE], /m`. */
function usageOf({ name, aliases = [], parameter }: ChatCommand): string {
  return [
    `/${name}${parameter === undefined ? '' : ` ${parameter}`}`,
    ...aliases.map((alias) => `/${alias}`),
  ].join(', ');
}
