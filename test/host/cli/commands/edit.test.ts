import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { SettingsError } from '../../../../src/actors/protocol/errors.js';
import type { EntryId } from '../../../../src/actors/protocol/thread.js';
import type { ChatContext } from '../../../../src/host/cli/commands/command.js';
import { editCommand } from '../../../../src/host/cli/commands/edit.js';
import { Output } from '../../../../src/host/cli/terminal/output.js';
import { makeEngine } from '../../../doubles/make-engine.js';
import { says } from '../../../doubles/played-model.js';

interface Edited {
  /** What was sent in the place of which message. */
  readonly sent: readonly (readonly [message: EntryId, text: string, hasFiles: boolean])[];
  /** What was put into the input line. */
  readonly proposed: readonly string[];
  readonly printed: string;
  readonly error: unknown;
  /** The messages of the conversation. */
  readonly messages: readonly EntryId[];
}

/** What `/edit` does in a conversation with these messages, on a terminal that has an input line or has none. */
async function runEdit(
  argument: string,
  { messages = ['One', 'Two\nand more'], hasLine = true } = {},
): Promise<Edited> {
  const { engine } = makeEngine(messages.map(() => says('Fine.')));
  const thread = engine.createThread();
  for (const text of messages) await (await thread.send({ text })).result();
  const stream = new PassThrough();
  const sent: [EntryId, string, boolean][] = [];
  const proposed: string[] = [];
  const chat = {
    out: new Output(stream, { hasColor: false }),
    thread,
    hasThread: messages.length > 0,
    edit: (message: EntryId, text: string, hasFiles: boolean) => {
      sent.push([message, text, hasFiles]);
      return Promise.resolve();
    },
    propose: (text: string) => {
      if (hasLine) proposed.push(text);
      return hasLine;
    },
  } satisfies Partial<ChatContext>;
  const error = await editCommand
    .run(argument, chat as unknown as ChatContext)
    .catch((failure: unknown) => failure);
  stream.end();
  const ids = thread.branch.flatMap(({ kind, id }) => (kind === 'user_message' ? [id] : []));
  return { sent, proposed, printed: (await stream.toArray()).join(''), error, messages: ids };
}

test('/edit lists the messages by their numbers, each by its first line', async () => {
  const { printed, sent } = await runEdit('');
  expect([printed, sent]).toEqual(['  1  One\n  2  Two\n', []]);
  expect((await runEdit('', { messages: [] })).printed).toBe('Nothing was said yet.\n');
});

test('/edit with a number puts the whole message into the input line, and sends nothing', async () => {
  expect(await runEdit('2')).toMatchObject({ proposed: ['/edit 2 Two\nand more'], sent: [] });
  expect(await runEdit('2 --files')).toMatchObject({ proposed: ['/edit 2 --files Two\nand more'], sent: [] });
});

test.each([
  ['2 Other', 'Other', false],
  ['2 --files Other\nlines', 'Other\nlines', true],
  ['2 --filesystem is what?', '--filesystem is what?', false],
  ['2 Say --files', 'Say --files', false],
])('/edit %j sends %j in the place of the message', async (argument, text, hasFiles) => {
  const { sent, messages } = await runEdit(argument);
  expect(sent).toEqual([[messages[1], text, hasFiles]]);
});

test.each([
  ['3 Other', {}, 'There is no message "3": expected a number from 1 to 2, as /edit lists them.'],
  ['0 Other', {}, 'There is no message "0"'],
  ['Other text', {}, 'There is no message "Other"'],
  ['1 Other', { messages: [] }, 'There is no message "1": nothing was said yet.'],
  ['1', { hasLine: false }, 'Type its new text as well: /edit 1 TEXT'],
])('/edit %s is refused with a reason, and sends nothing', async (argument, options, message) => {
  const { error, sent } = await runEdit(argument, options);
  expect(error).toBeInstanceOf(SettingsError);
  expect((error as SettingsError).message).toContain(message);
  expect(sent).toEqual([]);
});
