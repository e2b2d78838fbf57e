import { clear } from './clear.js';
import type { ChatCommand } from './command.js';
import { diff } from './diff.js';
import { exportChat } from './export.js';
import { help } from './help.js';
import { mode } from './mode.js';
import { model } from './model.js';
import { quit } from './quit.js';
import { tools } from './tools.js';

/** What a person can tell the chat itself, in the order in which help names it. */
export const COMMANDS: readonly ChatCommand[] = [help, model, mode, tools, diff, exportChat, clear, quit];

/** A message that is meant for the chat itself. */
export interface CommandLine {
  readonly name: string;
  readonly argument: string;
}

/** The command line that a message is; `undefined` for one to the model, such as one that begins with a path. */
export function readCommandLine(message: string): CommandLine | undefined {
  const parts = /^\/([^\s/.]*)(?:\s+([\s\S]*))?$/.exec(message);
  return parts === null ? undefined : { name: parts[1] ?? '', argument: (parts[2] ?? '').trim() };
}

export function findCommand(name: string): ChatCommand | undefined {
  return COMMANDS.find((command) => command.name === name || command.aliases?.includes(name) === true);
}
