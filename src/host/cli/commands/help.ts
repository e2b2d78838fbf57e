import type { ChatCommand } from './command.js';

const KEYS: readonly (readonly [keys: string, meaning: string])[] = [
  ['Enter', 'sends; while a turn runs, what is entered is sent after it'],
  ['Shift-Enter, Alt-Enter, \\ and Enter', 'a new line'],
  ['Esc', 'interrupts a turn and keeps what came'],
  ['Ctrl-C', 'the same, or empties the line; twice leaves'],
  ['Up, Down, Ctrl-R', 'what was entered before; search in it'],
  ['Tab', 'completes /commands and @paths'],
  ['!command', 'runs a command of yours, here, with your rights; the model is not told'],
  ['Ctrl-L, Ctrl-Z', 'a clean screen; back to the shell until "fg"'],
];

export const help: ChatCommand = {
  name: 'help',
  summary: 'show this',
  async run(_argument, { commands, out }) {
    const rows = [...commands.map((command) => [usageOf(command), command.summary] as const), ...KEYS];
    const width = Math.max(...rows.filter(([left]) => left.length < 24).map(([left]) => left.length)) + 2;
    for (const [left, right] of rows)
      await out.line(`  ${out.style('bold', left)}${' '.repeat(Math.max(2, width - left.length))}${right}`);
  },
};

/** `/mode [MODE], /m`. */
export function usageOf({ name, aliases = [], parameter }: ChatCommand): string {
  return [
    `/${name}${parameter === undefined ? '' : ` ${parameter}`}`,
    ...aliases.map((alias) => `/${alias}`),
  ].join(', ');
}
