import type { LocalAction } from './action.js';

/** A command that is typed at the start of a message. */
export interface SlashCommand {
  /** Shape: begins with `/`. */
  readonly name: string;
  /** What it does, as a phrase. */
  readonly description: string;
  readonly action: LocalAction;
}

/** All commands, in the order in which they are listed. Another one is another line here. */
const COMMANDS: readonly SlashCommand[] = [
  {
    name: '/new',
    description: 'Start a new chat',
    action: { type: 'tell', message: { type: 'newChat' } },
  },
  {
    name: '/mode ask',
    description: 'Answer without tools',
    action: { type: 'tell', message: { type: 'setMode', mode: 'ask' } },
  },
  {
    name: '/mode read only',
    description: 'Read and search, change nothing',
    action: { type: 'tell', message: { type: 'setMode', mode: 'gather' } },
  },
  {
    name: '/mode agent',
    description: 'Edit and run, after asking',
    action: { type: 'tell', message: { type: 'setMode', mode: 'agent' } },
  },
  // Behind the modes: `/mode` begins its name as well.
  {
    name: '/model',
    description: 'Choose who answers',
    action: { type: 'tell', message: { type: 'command', command: 'selectModel' } },
  },
  {
    name: '/key',
    description: 'Store an API key',
    action: { type: 'tell', message: { type: 'command', command: 'setApiKey' } },
  },
  {
    name: '/settings',
    description: 'Open the settings of Troupe',
    action: { type: 'tell', message: { type: 'command', command: 'openSettings' } },
  },
  {
    name: '/output',
    description: 'Show the log of Troupe',
    action: { type: 'tell', message: { type: 'command', command: 'showOutput' } },
  },
];

/**
 * The commands that a message may become: all of them for `/`. None once it is something else, such as a path, or when
 * the caret is not at its end.
 */
export function findCommands(text: string, caret: number): readonly SlashCommand[] {
  if (!text.startsWith('/') || caret !== text.length) return [];
  const typed = text.toLowerCase();
  return COMMANDS.filter(({ name }) => name.startsWith(typed));
}
