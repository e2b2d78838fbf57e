import { checkpoints } from './checkpoints.js';
import { clear } from './clear.js';
import type { ChatCommand } from './command.js';
import { compact, context } from './context.js';
import { cost } from './cost.js';
import { diff } from './diff.js';
import { edit } from './edit.js';
import { effort } from './effort.js';
import { exportChat } from './export.js';
import { help } from './help.js';
import { mcp } from './mcp.js';
import { mode } from './mode.js';
import { model, models } from './model.js';
import { output } from './output.js';
import { plan } from './plan.js';
import { quit } from './quit.js';
import { continueTurn, deleteChat, renameChat, resumeChat, threads } from './threads.js';
import { skills } from './skills.js';
import { tools } from './tools.js';
import { redo, undo } from './undo.js';

/** The commands of a chat, in the order of the help text. */
export const COMMANDS: readonly ChatCommand[] = [
  help,
  model,
  models,
  effort,
  mode,
  plan,
  tools,
  context,
  compact,
  cost,
  skills,
  mcp,
  output,
  edit,
  diff,
  undo,
  redo,
  checkpoints,
  threads,
  resumeChat,
  continueTurn,
  renameChat,
  exportChat,
  deleteChat,
  clear,
  quit,
];

/** A message that is a command for the chat. */
interface CommandLine {
  readonly name: string;
  readonly argument: string;
}

/** Parses a message as a command; `undefined` for a message to the model, such as one that begins with a path. */
export function readCommandLine(message: string): CommandLine | undefined {
  const parts = /^\/([^\s/.]*)(?:\s+([\s\S]*))?$/.exec(message);
  return parts === null ? undefined : { name: parts[1] ?? '', argument: (parts[2] ?? '').trim() };
}

export function findCommand(name: string): ChatCommand | undefined {
  return COMMANDS.find((command) => command.name === name || command.aliases?.includes(name) === true);
}
