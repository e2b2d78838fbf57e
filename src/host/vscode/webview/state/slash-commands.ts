import type { LocalAction } from './action.js';
import { COMMAND_TEXTS } from '../../words/view-words.js';

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
    description: COMMAND_TEXTS.newChat,
    action: { type: 'tell', message: { type: 'newChat' } },
  },
  {
    name: '/mode ask',
    description: COMMAND_TEXTS.modeAsk,
    action: { type: 'tell', message: { type: 'setMode', mode: 'ask' } },
  },
  {
    name: '/mode read only',
    description: COMMAND_TEXTS.modeGather,
    action: { type: 'tell', message: { type: 'setMode', mode: 'gather' } },
  },
  {
    name: '/mode agent',
    description: COMMAND_TEXTS.modeAgent,
    action: { type: 'tell', message: { type: 'setMode', mode: 'agent' } },
  },
  // Behind the modes: `/mode` begins its name as well.
  {
    name: '/model',
    description: COMMAND_TEXTS.model,
    action: { type: 'tell', message: { type: 'command', command: 'selectModel' } },
  },
  {
    name: '/key',
    description: COMMAND_TEXTS.key,
    action: { type: 'tell', message: { type: 'command', command: 'setApiKey' } },
  },
  {
    name: '/settings',
    description: COMMAND_TEXTS.settings,
    action: { type: 'tell', message: { type: 'command', command: 'openSettings' } },
  },
  {
    name: '/output',
    description: COMMAND_TEXTS.output,
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
