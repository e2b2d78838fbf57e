import { describe, expect, test } from 'vitest';
import type { EntryId, ThreadId } from '../../../../src/actors/protocol/thread.js';
import type { ChatActivity, ChatQuestion } from '../../../../src/host/vscode/chat/chat.js';
import { describeQuestion } from '../../../../src/host/vscode/notify/describe-question.js';
import { type NoticeAction, TurnSigns } from '../../../../src/host/vscode/notify/turn-signs.js';
import { deferred } from '../../../../src/actors/runtime/deferred.js';
import { settle } from '../../../doubles/settle.js';

const question = (id: string, callId = 'c1', thread?: string): ChatQuestion => ({
  tool: 'run_command',
  thread: thread as ThreadId | undefined,
  asked: {
    kind: 'approval_asked',
    id: id as EntryId,
    parent: null,
    seq: 0,
    at: 0,
    callId,
    reasons: [],
    preview: { kind: 'command', command: 'npm test', cwd: '/work', notes: [] },
  },
});
const asking = (...questions: readonly ChatQuestion[]): ChatActivity => ({ isRunning: true, questions });

function makeSigns({
  mode = 'hidden',
  isSeen = false,
}: { mode?: 'always' | 'hidden' | 'never'; isSeen?: boolean } = {}) {
  const shown: { text: string; actions: readonly NoticeAction[]; press: (action?: NoticeAction) => void }[] =
    [];
  const done: string[] = [];
  const played: string[] = [];
  const signs = new TurnSigns({
    mode: () => mode,
    isSeen: () => isSeen,
    describe: (asked) => Promise.resolve(describeQuestion(asked, ['/work'])),
    notify: (text, _kind, actions) => {
      const { promise, resolve } = deferred<NoticeAction | undefined>();
      shown.push({ text, actions, press: resolve });
      return promise;
    },
    play: (sound) => played.push(sound),
    respond: ({ asked }, decision) => done.push(`${decision} ${asked.callId}`),
    reveal: (thread) => done.push(thread === undefined ? 'reveal' : `reveal ${thread}`),
  });
  return { signs, shown, done, played };
}

describe('a question that nobody sees', () => {
  test.each([
    ['Approve', ['approve c1']],
    ['Deny', ['deny c1']],
    ['Show', ['reveal']],
    [undefined, []],
  ] as const)('is told, and %s does what it says', async (action, expected) => {
    const { signs, shown, done } = makeSigns();
    signs.update(asking(question('e1')));
    signs.update(asking(question('e1')));
    await settle();
    expect(shown).toMatchObject([
      { text: 'Troupe asks to run a command. The command: npm test', actions: ['Approve', 'Deny', 'Show'] },
    ]);
    shown[0]?.press(action);
    await settle();
    expect(done).toEqual(expected);
  });

  test('is not answered by a notification that came before it, even for a call of the same id', async () => {
    const { signs, shown, done } = makeSigns();
    signs.update(asking(question('e1')));
    await settle();
    signs.update(asking());
    signs.update(asking(question('e2')));
    await settle();
    shown[0]?.press('Approve');
    await settle();
    expect(done).toEqual([]);
    shown[1]?.press('Approve');
    await settle();
    expect(done).toEqual(['approve c1']);
  });
});

test('a question that was answered before it could be told is not told', async () => {
  const { signs, shown } = makeSigns();
  signs.update(asking(question('e1')));
  signs.update(asking());
  await settle();
  expect(shown).toEqual([]);
});

describe('a chat in the background', () => {
  const SHOWN = 'shown' as ThreadId;
  const BEHIND = 'behind' as ThreadId;

  test('is told of though the shown one is seen: its question, its end, and which it is', async () => {
    const { signs, shown, done } = makeSigns({ isSeen: true });
    signs.update(asking(question('e1', 'c1', SHOWN), question('e2', 'c1', BEHIND)), SHOWN);
    await settle();
    signs.ended({ outcome: 'answered' });
    signs.ended({ outcome: 'answered' }, { id: BEHIND, title: 'Fix [it](command:x)' });
    expect(shown.map(({ text }) => text)).toEqual([
      'Troupe asks to run a command. The command: npm test',
      'Fix [it] (command:x): Troupe has finished.',
    ]);
    shown[0]?.press('Show');
    shown[1]?.press('Show');
    await settle();
    expect(done).toEqual(['reveal behind', 'reveal behind']);
  });
});

test.each([
  ['always', true, 1],
  ['always', false, 1],
  ['hidden', true, 0],
  ['hidden', false, 1],
  ['never', false, 0],
] as const)(
  'with %s and a conversation that is seen: %s, %i notifications are shown',
  async (mode, isSeen, count) => {
    const { signs, shown } = makeSigns({ mode, isSeen });
    signs.update(asking(question('e1')));
    signs.ended({ outcome: 'answered' });
    await settle();
    expect(shown).toHaveLength(2 * count);
  },
);

test('each question and each end is heard once, but for an end that the person made', () => {
  const { signs, played } = makeSigns({ mode: 'never', isSeen: true });
  signs.update(asking(question('e1')));
  signs.update(asking(question('e1')));
  signs.ended({ outcome: 'cancelled' });
  signs.ended({ outcome: 'answered' });
  expect(played).toEqual(['question', 'end']);
});

test('the end of a turn is told with the reason why it stopped, and not when the person stopped it', () => {
  const { signs, shown } = makeSigns();
  signs.ended({ outcome: 'cancelled' });
  signs.ended({ outcome: 'answered' });
  const message = 'It said:\n[click](command:evil)';
  signs.ended({ outcome: 'failed', error: { name: 'LLMRequestError', code: 'LLM_REQUEST', message } });
  expect(shown.map(({ text, actions }) => [text, actions])).toEqual([
    ['Troupe has finished.', ['Show']],
    ['Troupe has stopped. It said: [click] (command:evil)', ['Show']],
  ]);
});
