import { describe, expect, test, vi } from 'vitest';
import { SettingsError } from '../../../../src/actors/protocol/errors.js';
import type { ToView, UserMessage } from '../../../../src/actors/protocol/ui.js';
import { deferred } from '../../../../src/actors/runtime/deferred.js';
import {
  type ChatEngine,
  ChatSession,
  type ChatSessionOptions,
} from '../../../../src/host/vscode/chat/chat-session.js';
import type { SavedChat } from '../../../../src/host/vscode/chat/saved-chat.js';
import { FakeClock } from '../../../doubles/fake-clock.js';
import { makeEngine } from '../../../doubles/make-engine.js';
import {
  asksFor,
  PlayedModel,
  type PlayedTurn,
  reasoning,
  says,
  text,
} from '../../../doubles/played-model.js';
import { settle } from '../../../doubles/settle.js';
import { simpleTool } from '../../../doubles/simple-tool.js';

const message = (words: string): UserMessage => ({ text: words, mentions: [] });
const hangs = (...pieces: readonly string[]): PlayedTurn => ({ deltas: pieces.map(text), end: 'hang' });

/** A session over the real engine, what it tells the view, and what it keeps. */
function makeSession(
  turns: readonly PlayedTurn[] = [says('Hello.')],
  options: Partial<ChatSessionOptions> = {},
) {
  const clock = new FakeClock();
  const posted: ToView[] = [];
  const saved: SavedChat[] = [];
  const waits: boolean[] = [];
  const model = new PlayedModel(turns);
  const { engine } = makeEngine(model, [
    simpleTool('change', { isReadOnly: false }),
    simpleTool('speak', { run: () => 'x'.repeat(250_000) }),
  ]);
  const session = new ChatSession({
    clock,
    saved: { turns: [], mode: undefined },
    openEngine: () => Promise.resolve(engine),
    mode: () => 'agent',
    writeMessage: ({ text }) => Promise.resolve(text),
    forget: () => {
      engine.clear();
    },
    post: (told) => posted.push(told),
    save: (chat) => saved.push(chat),
    onWaiting: (isWaiting) => waits.push(isWaiting),
    ...options,
  });
  return { session, engine, model, clock, posted, saved, waits, kinds: () => posted.map(({ type }) => type) };
}

const endOf = (session: ChatSession) => session.turns.at(-1)?.events.at(-1);

describe('a message', () => {
  test('is answered: the view is told its start, its events and its end', async () => {
    const { session, posted } = makeSession([says('Hel', 'lo.')]);
    expect(await session.send(message('Hi'))).toBe(true);
    const events = [
      { type: 'token', content: 'Hello.', channel: 'answer' },
      { type: 'answer', content: 'Hello.' },
    ];
    expect(posted).toEqual([
      { type: 'turnStarted', message: message('Hi') },
      { type: 'events', events },
      { type: 'turnEnded' },
    ]);
    expect(session.turns).toEqual([{ message: message('Hi'), events, state: 'ended' }]);
  });

  test('is kept when it is sent, with its first word, while it runs, and when it has ended', async () => {
    const { session, clock, saved } = makeSession([{ deltas: [text('Half'), reasoning('Hm')], end: 'hang' }]);
    const states = () => saved.map(({ turns }) => turns.map(({ state, events }) => [state, events.length]));
    const sent = session.send(message('Hi'));
    expect(states()).toEqual([[['running', 0]]]);
    await settle();
    expect(states().at(-1)).toEqual([['running', 1]]);
    clock.advance(250);
    expect(states().at(-1)).toEqual([['running', 2]]);
    session.stop();
    await sent;
    expect(states().at(-1)).toEqual([['ended', 3]]);
    expect(clock.pending).toBe(0);
  });

  test('shows the first 200,000 characters of what a tool said, of which the model reads all', async () => {
    const { session, model } = makeSession([asksFor(['speak', {}]), says('Done.')]);
    await session.send(message('Speak'));
    const observed = session.turns[0]?.events.find(({ type }) => type === 'observation');
    expect(observed).toMatchObject({
      result: { output: `${'x'.repeat(200_000)}\n(50000 more characters are not shown)` },
    });
    expect(model.requests[1]?.messages.at(-1)?.content).toBe('x'.repeat(250_000));
  });

  test('is not taken while another one is at work, or when it says nothing', async () => {
    const { session, posted } = makeSession([hangs()]);
    expect(await session.send(message(' \n'))).toBe(false);
    const sent = session.send(message('one'));
    expect(await session.send(message('two'))).toBe(false);
    session.stop();
    await sent;
    expect(posted.filter(({ type }) => type === 'turnStarted')).toHaveLength(1);
  });

  test('of mentions alone is taken', async () => {
    const { session } = makeSession();
    const mentions = [{ root: '/work', path: 'a.ts' as never }];
    expect(await session.send({ text: '', mentions })).toBe(true);
  });

  test('reaches the model as it was written for it', async () => {
    const { session, model } = makeSession([says('ok')], {
      writeMessage: ({ text }) => Promise.resolve(`${text} and a file`),
    });
    await session.send(message('Look'));
    expect(model.requests[0]?.messages.at(-1)).toEqual({ role: 'user', content: 'Look and a file' });
  });

  test('that cannot be asked ends with why', async () => {
    const problem = new SettingsError('No model is named.', { setting: 'troupe' });
    const { session, kinds } = makeSession([], { openEngine: () => Promise.reject(problem) });
    await session.send(message('Hi'));
    expect(endOf(session)).toEqual({
      type: 'error',
      name: 'SettingsError',
      code: 'SETTINGS',
      message: 'No model is named.',
      partial: '',
    });
    expect(kinds()).toEqual(['turnStarted', 'events', 'turnEnded']);
  });

  test('can be sent again after it failed', async () => {
    const { session } = makeSession([{ deltas: [], end: new Error('down') }, says('Hello.')]);
    await session.send(message('Hi'));
    expect(endOf(session)?.type).toBe('error');
    await session.send(message('Hi'));
    expect(endOf(session)).toEqual({ type: 'answer', content: 'Hello.' });
  });
});

describe('stopping', () => {
  test.each(['openEngine', 'writeMessage'] as const)('ends a turn that is in %s', async (where) => {
    const { session, model } = makeSession([says('never')], { [where]: () => new Promise(() => undefined) });
    const sent = session.send(message('Hi'));
    await settle();
    session.stop();
    await sent;
    expect(endOf(session)).toMatchObject({
      type: 'error',
      code: 'CANCELLED',
      message: 'You stopped this turn.',
    });
    expect(model.requests).toEqual([]);
  });

  test('tells whoever writes the message', async () => {
    const signals: AbortSignal[] = [];
    const { session } = makeSession([], {
      writeMessage: (_, signal) => {
        signals.push(signal);
        return new Promise(() => undefined);
      },
    });
    const sent = session.send(message('Hi'));
    await settle();
    session.stop();
    await sent;
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });

  test('keeps what the model had said', async () => {
    const { session, engine } = makeSession([hangs('Half an ans')]);
    const sent = session.send(message('Hi'));
    await settle();
    session.stop();
    await sent;
    expect(endOf(session)).toMatchObject({ type: 'error', code: 'CANCELLED', partial: 'Half an ans' });
    expect(engine.getState()).toEqual({ status: 'idle' });
  });

  test('does nothing when nothing runs', () => {
    const { session, posted } = makeSession();
    session.stop();
    expect(posted).toEqual([]);
  });
});

describe('a new chat', () => {
  test('is empty, for the model too', async () => {
    const { session, model, saved } = makeSession([says('1'), says('2')]);
    await session.send(message('one'));
    session.newChat();
    expect(session.turns).toEqual([]);
    expect(saved.at(-1)?.turns).toEqual([]);
    await session.send(message('two'));
    expect(model.requests[1]?.messages.filter(({ role }) => role === 'user')).toEqual([
      { role: 'user', content: 'two' },
    ]);
  });

  test('leaves a running turn behind: nothing of it is shown or kept any more', async () => {
    const { session, clock, posted } = makeSession([hangs('old'), says('new')]);
    const sent = session.send(message('one'));
    await settle();
    session.newChat();
    await sent;
    clock.advance(1000);
    expect(posted.map(({ type }) => type)).toEqual(['turnStarted']);
    await session.send(message('two'));
    expect(session.turns.map(({ message }) => message.text)).toEqual(['two']);
    expect(endOf(session)).toEqual({ type: 'answer', content: 'new' });
  });
});

describe('a view that comes up in mid-turn', () => {
  test('is told all there is, and after that only what is new', async () => {
    const { session, clock, posted } = makeSession([hangs('Half an ')]);
    const sent = session.send(message('Hi'));
    await settle();
    expect(session.catchUp()).toEqual([
      {
        message: message('Hi'),
        events: [{ type: 'token', content: 'Half an ', channel: 'answer' }],
        state: 'running',
      },
    ]);
    clock.advance(16);
    expect(posted.map(({ type }) => type)).toEqual(['turnStarted']);
    session.stop();
    await sent;
    expect(posted.slice(1)).toEqual([
      { type: 'events', events: [expect.objectContaining({ type: 'error' })] },
      { type: 'turnEnded' },
    ]);
  });

  test('keeps what it was told when more comes', async () => {
    const first = deferred<void>();
    const engine: ChatEngine = {
      processMessage: () =>
        ({
          async *[Symbol.asyncIterator]() {
            yield { type: 'token', content: 'a', channel: 'answer' };
            await first.promise;
            yield { type: 'token', content: 'b', channel: 'answer' };
          },
        }) as unknown as ReturnType<ChatEngine['processMessage']>,
      cancel: () => undefined,
      respondToApproval: () => false,
    };
    const { session } = makeSession([], { openEngine: () => Promise.resolve(engine) });
    const sent = session.send(message('Hi'));
    await settle();
    const told = session.catchUp();
    first.resolve();
    await sent;
    expect(told[0]?.events).toEqual([{ type: 'token', content: 'a', channel: 'answer' }]);
    expect(session.turns[0]?.events).toEqual([{ type: 'token', content: 'ab', channel: 'answer' }]);
  });
});

test('what was kept is shown again, with the mode that was chosen', () => {
  const saved: SavedChat = {
    turns: [{ message: message('Hi'), events: [], state: 'interrupted' }],
    mode: 'gather',
  };
  const { session } = makeSession([], { saved });
  expect([session.turns, session.chosenMode]).toEqual([saved.turns, 'gather']);
});

test('a chosen mode is kept, and forgotten when the setting is to decide again', () => {
  const { session, saved } = makeSession();
  session.chooseMode('ask');
  session.chooseMode(undefined);
  expect(saved.map(({ mode }) => mode)).toEqual(['ask', undefined]);
});

test('the mode of a turn is the one at its start', async () => {
  const mode = vi.fn(() => 'ask' as const);
  const { session, model } = makeSession([says('ok')], { mode });
  await session.send(message('Hi'));
  expect(mode).toHaveBeenCalledTimes(1);
  expect(model.requests[0]?.options.tools).toBeUndefined();
});

describe('a call that is asked about', () => {
  const typesOf = (session: ChatSession) =>
    session.turns
      .at(-1)
      ?.events.flatMap(({ type }) => (type === 'token' || type === 'thought' ? [] : [type]));

  test('runs once it is approved, and a view that comes up then does not ask again', async () => {
    const { session, waits } = makeSession([asksFor(['change', {}]), says('Done.')]);
    const sent = session.send(message('Change it'));
    await settle();
    expect([typesOf(session), waits]).toEqual([['action', 'approval_request'], [true]]);
    session.respondToApproval('c0', 'approve');
    expect([typesOf(session), waits]).toEqual([
      ['action', 'approval_request', 'action'],
      [true, false],
    ]);
    session.respondToApproval('c0', 'approve');
    await sent;
    expect(typesOf(session)?.filter((type) => type === 'action')).toHaveLength(2);
    expect([endOf(session), waits]).toEqual([{ type: 'answer', content: 'Done.' }, [true, false]]);
  });

  test('waits no more when it is denied, when the turn is stopped and in a new chat', async () => {
    for (const end of ['deny', 'stop', 'newChat'] as const) {
      const { session, waits } = makeSession([asksFor(['change', {}]), says('Done.')]);
      const sent = session.send(message('Change it'));
      await settle();
      if (end === 'deny') session.respondToApproval('c0', 'deny');
      else session[end]();
      await sent;
      expect([end, waits]).toEqual([end, [true, false]]);
    }
  });
});

test('a session that is closed keeps its running turn as it is, whatever still comes of it', async () => {
  const { session, engine, clock, posted, saved } = makeSession([hangs('Half')]);
  const sent = session.send(message('Hi'));
  await settle();
  session.close();
  engine.cancel();
  await sent;
  clock.advance(10_000);
  expect(saved.at(-1)?.turns.map(({ state, events }) => [state, events.length])).toEqual([['running', 1]]);
  expect(posted.map(({ type }) => type)).toEqual(['turnStarted']);
  expect(clock.pending).toBe(0);
});
