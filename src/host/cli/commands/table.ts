import { checkpointsCommand } from './checkpoints.js';
import { clearCommand } from './clear.js';
import type { ChatCommand } from './command.js';
import { compactCommand, contextCommand } from './context.js';
import { costCommand } from './cost.js';
import { diffCommand } from './diff.js';
import { editCommand } from './edit.js';
import { effortCommand } from './effort.js';
import { exportCommand } from './export.js';
import { helpCommand } from './help.js';
import { mcpCommand } from './mcp.js';
import { modeCommand } from './mode.js';
import { modelCommand, modelsCommand } from './model.js';
import { outputCommand } from './output.js';
import { planCommand } from './plan.js';
import { quitCommand } from './quit.js';
import { continueCommand, deleteCommand, renameCommand, resumeCommand, threadsCommand } from './threads.js';
import { skillsCommand } from './skills.js';
import { toolsCommand } from './tools.js';
import { redoCommand, undoCommand } from './undo.js';

/** The commands of a chat, in the order of the help text. */
export const COMMANDS: readonly ChatCommand[] = [
  helpCommand,
  modelCommand,
  modelsCommand,
  effortCommand,
  modeCommand,
  planCommand,
  toolsCommand,
  contextCommand,
  compactCommand,
  costCommand,
  skillsCommand,
  mcpCommand,
  outputCommand,
  editCommand,
  diffCommand,
  undoCommand,
  redoCommand,
  checkpointsCommand,
  threadsCommand,
  resumeCommand,
  continueCommand,
  renameCommand,
  exportCommand,
  deleteCommand,
  clearCommand,
  quitCommand,
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
