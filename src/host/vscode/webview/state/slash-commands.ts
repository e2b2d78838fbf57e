import type { ViewOwnCommand } from '../../../../actors/protocol/ui.js';
import type { Action } from './action.js';
import { COMMAND_TEXTS } from '../../words/view-words.js';
import { MEMORY_COMMAND_TEXTS } from '../../words/memory-words.js';

/** A command that is typed at the start of a message. */
export interface SlashCommand {
  /** Shape: begins with `/`. */
  readonly name: string;
  /** What it does, as a phrase. */
  readonly description: string;
  /** Default: its name goes into the message, and the person types its arguments. */
  readonly action?: Action;
}

/** All commands, in the order in which they are listed. Another one is another line here. */
const COMMANDS: readonly SlashCommand[] = [
  telling('/new', COMMAND_TEXTS.newChat, { type: 'newChat' }),
  { name: '/chats', description: MEMORY_COMMAND_TEXTS.chats, action: { type: 'showChats' } },
  telling('/undo', MEMORY_COMMAND_TEXTS.undo, { type: 'timeTravel', direction: 'undo' }),
  telling('/redo', MEMORY_COMMAND_TEXTS.redo, { type: 'timeTravel', direction: 'redo' }),
  telling('/mode ask', COMMAND_TEXTS.modeAsk, { type: 'setMode', mode: 'ask' }),
  telling('/mode read only', COMMAND_TEXTS.modeGather, { type: 'setMode', mode: 'gather' }),
  telling('/mode plan first', COMMAND_TEXTS.modePlan, { type: 'setMode', mode: 'plan' }),
  telling('/mode agent', COMMAND_TEXTS.modeAgent, { type: 'setMode', mode: 'agent' }),
  // Behind the modes: `/mode` begins its name as well.
  telling('/model', COMMAND_TEXTS.model, { type: 'command', command: 'selectModel' }),
  telling('/key', COMMAND_TEXTS.key, { type: 'command', command: 'setApiKey' }),
  telling('/settings', COMMAND_TEXTS.settings, { type: 'command', command: 'openSettings' }),
  telling('/output', COMMAND_TEXTS.output, { type: 'command', command: 'showOutput' }),
];

/** A command that the extension carries out. */
function telling(
  name: string,
  description: string,
  message: Extract<Action, { readonly type: 'tell' }>['message'],
): SlashCommand {
  return { name, description, action: { type: 'tell', message } };
}

/**
 * The commands that a message may become, those of people's own last: all of them for `/`. None once it is something else, such as a path, or when
 * the caret is not at its end.
 */
export function findCommands(
  text: string,
  caret: number,
  own: readonly ViewOwnCommand[] = [],
): readonly SlashCommand[] {
  if (!text.startsWith('/') || caret !== text.length) return [];
  const typed = text.toLowerCase();
  const all = [...COMMANDS, ...own.map(({ name, description }) => ({ name: `/${name}`, description }))];
  return all.filter(({ name }) => name.toLowerCase().startsWith(typed));
}
