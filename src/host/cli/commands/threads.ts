import { SettingsError } from '../../../actors/protocol/errors.js';
import type { ThreadId } from '../../../actors/protocol/thread.js';
import type { ThreadSummary } from '../../../actors/protocol/thread-store.js';
import { countOf } from '../../../actors/tools/text/count-of.js';
import type { FileThreadLibrary } from '../../node/threads/library/file-thread-library.js';
import { drawProse } from '../draw/draw-prose.js';
import { drawHit, drawThreads, titleForPerson } from '../threads/draw-threads.js';
import { findThread, shortenId } from '../threads/find-thread.js';
import { checkFree, describeInterruption } from '../threads/resume-thread.js';
import { createAnswerView } from '../turn/text-views.js';
import type { ChatContext, ChatCommand } from './command.js';

// A screen of them. Units: conversations.
const MAX_LISTED = 15;

// Enough to find what one looks for, without filling the screen. Units: messages of a conversation.
const MAX_HITS = 2;

// Enough of the last answer to know where one was. Units: UTF-16 units.
const MAX_ANSWER_CHARS = 2_000;

export const threadsCommand: ChatCommand = {
  name: 'threads',
  parameter: '[WORDS]',
  summary: 'list the conversations of this folder, or search them',
  async run(argument, chat) {
    const { out } = chat;
    const library = requireLibrary(chat);
    const all = await library.list();
    const hits = argument === '' ? [] : await library.search(argument);
    const found = all.filter(
      ({ id, messages, isArchived }) =>
        messages > 0 && (argument === '' ? !isArchived : hits.some(({ thread }) => thread === id)),
    );
    chat.listed = found.slice(0, MAX_LISTED);
    const lines = drawThreads(chat.listed, { out, all, now: Date.now(), isNumbered: true });
    for (const [index, { id }] of chat.listed.entries()) {
      await out.line(lines[index]);
      for (const hit of hits.filter(({ thread }) => thread === id).slice(0, MAX_HITS))
        await out.line(`  ${drawHit(hit, out)}`);
    }
    const hidden = found.length - chat.listed.length;
    const hint =
      found.length === 0
        ? 'No conversation was found.'
        : `${hidden === 0 ? '' : `${countOf(hidden, 'older one')}: /threads WORDS searches. `}/resume NUMBER goes on with one.`;
    await out.line(out.style('dim', drawProse(hint, out)));
  },
};

export const resumeCommand: ChatCommand = {
  name: 'resume',
  parameter: '[NUMBER|ID]',
  summary: 'go on with another conversation',
  async run(argument, chat) {
    if (argument === '') {
      await threadsCommand.run('', chat);
      return;
    }
    const { id } = await choose(argument, chat);
    if (!chat.hasThread || chat.thread.id !== id) await checkFree(requireLibrary(chat), id);
    await chat.open(id);
    await showThreadSummary(chat);
  },
};

export const continueCommand: ChatCommand = {
  name: 'continue',
  summary: 'go on with a turn that was interrupted by the end of the program',
  async run(_argument, chat) {
    if (!chat.hasThread || describeInterruption(chat.thread) === undefined)
      throw new SettingsError('Nothing was interrupted.', { setting: 'continue' });
    await chat.resumeTurn();
  },
};

export const renameCommand: ChatCommand = {
  name: 'rename',
  parameter: 'TITLE',
  summary: 'give the conversation a name',
  async run(argument, chat) {
    if (argument === '') throw new SettingsError('Say its name: /rename TITLE', { setting: 'rename' });
    await chat.thread.rename(argument);
    await chat.out.line(drawProse(`Renamed to "${argument}".`, chat.out));
  },
};

export const deleteCommand: ChatCommand = {
  name: 'delete',
  parameter: 'NUMBER|ID',
  summary: 'move a conversation to the trash',
  async run(argument, chat) {
    const { out } = chat;
    if (argument === '')
      throw new SettingsError('Say which: /delete NUMBER, as /threads lists them, or an id.', {
        setting: 'delete',
      });
    const library = requireLibrary(chat);
    const thread = await choose(argument, chat);
    if (chat.hasThread && chat.thread.id === thread.id) await chat.clear();
    await library.delete(thread.id);
    const back = `troupe threads restore ${shortenId(thread.id, await library.listDeleted())}`;
    await out.line(drawProse(`Deleted: ${titleForPerson(thread, out)} (${back} takes it back)`, out));
  },
};

/** Shows where a conversation was: its title, the last message and answer, and what was interrupted. */
export async function showThreadSummary({ out, thread }: ChatContext): Promise<void> {
  const name = titleForPerson(thread, out);
  const count = thread.entries.filter(({ kind }) => kind === 'user_message').length;
  await out.line(`${out.style('bold', name)} ${out.style('dim', `(${countOf(count, 'message')})`)}\n`);
  const last = thread.turns.at(-1);
  if (last?.message !== undefined)
    await out.line(`${out.style(['bold', 'cyan'], '›')} ${out.sanitize(last.message.text)}\n`);
  const answer = last?.steps.findLast((step) => step.kind === 'text');
  if (answer?.kind === 'text') {
    const view = createAnswerView(out);
    const isCut = answer.text.length > MAX_ANSWER_CHARS;
    await view.push(isCut ? `${answer.text.slice(0, MAX_ANSWER_CHARS)} …` : answer.text);
    await view.end();
    await out.line();
  }
  const interruption = describeInterruption(thread);
  if (interruption === undefined) return;
  const offer = `${interruption} /continue goes on with it; a message goes on without it.`;
  await out.line(`${drawProse(offer, out, `${out.style('yellow', '!')} `)}\n`);
}

/** The conversation of a number that was listed, or of an id. Errors: those of `findThread`. */
async function choose(
  argument: string,
  chat: ChatContext,
): Promise<ThreadSummary & { readonly id: ThreadId }> {
  const listed = /^\d{1,3}$/.test(argument) ? chat.listed[Number(argument) - 1] : undefined;
  return listed ?? findThread(argument, await requireLibrary(chat).list());
}

function requireLibrary({ library }: ChatContext): FileThreadLibrary {
  if (library === undefined)
    throw new SettingsError('Conversations are not stored here: nothing can be listed.', {
      setting: 'threads',
    });
  return library;
}
