import { SettingsError } from '../../../actors/protocol/errors.js';
import type { EntryOf } from '../../../actors/protocol/thread.js';
import { drawColumns } from '../draw/draw-columns.js';
import { drawProse } from '../draw/draw-prose.js';
import { escapeHidden } from '../draw/escape-hidden.js';
import type { ChatContext, ChatCommand } from './command.js';

const SETTING = 'edit';
const FILES = '--files';

export const editCommand: ChatCommand = {
  name: 'edit',
  parameter: `[NUMBER [${FILES}] [TEXT]]`,
  summary: `change one of your messages and go on from there, with ${FILES} from the files of then; the old branch is kept`,
  async run(argument, chat) {
    const messages = listMessages(chat);
    const { number, text, hasFiles } = readEdit(argument);
    if (number === '') {
      await listForPerson(messages, chat);
      return;
    }
    const message = messages[Number(number) - 1];
    if (message === undefined)
      throw new SettingsError(
        `There is no message ${JSON.stringify(number)}: ${messages.length === 0 ? 'nothing was said yet' : `expected a number from 1 to ${messages.length}, as /edit lists them`}.`,
        { setting: SETTING },
      );
    if (text !== '') await chat.edit(message.id, text, hasFiles);
    else if (!chat.propose(`/edit ${number}${hasFiles ? ` ${FILES}` : ''} ${message.text}`))
      throw new SettingsError(`Type its new text as well: /edit ${number} TEXT`, { setting: SETTING });
  },
};

interface ReadEdit {
  readonly number: string;
  readonly hasFiles: boolean;
  readonly text: string;
}

/** Takes apart `NUMBER --files TEXT`, of which everything may be absent. */
function readEdit(argument: string): ReadEdit {
  const [, number = '', files, text = ''] =
    /^(\S*)(?:\s+(--files)(?=\s|$))?\s*([\s\S]*)$/.exec(argument) ?? [];
  return { number, hasFiles: files !== undefined, text };
}

/** The messages of the current branch, in their order. */
function listMessages({ hasThread, thread }: ChatContext): readonly EntryOf<'user_message'>[] {
  return hasThread ? thread.branch.filter((entry) => entry.kind === 'user_message') : [];
}

async function listForPerson(
  messages: readonly EntryOf<'user_message'>[],
  { out }: ChatContext,
): Promise<void> {
  if (messages.length === 0) {
    await out.line(drawProse('Nothing was said yet.', out));
    return;
  }
  const rows = messages.map(({ text }, index) => {
    const [first = ''] = text.trim().split('\n');
    return [`${index + 1}`, escapeHidden(first)] as const;
  });
  await out.line(drawColumns(rows, out));
}
