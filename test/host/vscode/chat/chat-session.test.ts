import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { AttachmentRef } from '../../../../src/actors/protocol/attachment.js';
import { SettingsError } from '../../../../src/actors/protocol/errors.js';
import type {
  EntryId,
  EntryKind,
  EntryOf,
  ThreadEntry,
  ThreadId,
} from '../../../../src/actors/protocol/thread.js';
import type { ThreadStore } from '../../../../src/actors/protocol/thread-store.js';
import type { ToView, UserMessage, ViewStatus } from '../../../../src/actors/protocol/ui.js';
import { deferred } from '../../../../src/actors/runtime/deferred.js';
import { MemoryThreadStore } from '../../../../src/actors/threads/memory-store.js';
import type { TurnOptions } from '../../../../src/host/engine/turn-options.js';
import { ChatSession } from '../../../../src/host/vscode/chat/chat-session.js';
import type { ChatSessionOptions } from '../../../../src/host/vscode/chat/chat-session-options.js';
import { duplicateThread } from '../../../../src/host/vscode/history/duplicate-thread.js';
import { listQueued } from '../../../../src/host/vscode/webview/state/queue.js';
import { reduce } from '../../../../src/host/vscode/webview/state/reduce.js';
import { EMPTY_STATE, type State } from '../../../../src/host/vscode/webview/state/state.js';
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

const STATUS: ViewStatus = {
  mode: 'agent',
  provider: 'scripted',
  model: 'script-1',
  index: { phase: 'ready', files: 1 },
  isTrusted: true,
};
const message = (words: string, ...attachments: readonly AttachmentRef[]): UserMessage => ({
  text: words,
  attachments,
});
const hangs = (...pieces: readonly string[]): PlayedTurn => ({ deltas: pieces.map(text), end: 'hang' });

/** What a window leaves behind for the next one. */
class Disk {
  readonly store: ThreadStore = new MemoryThreadStore();
  last: ThreadId | undefined;
  /** The threads that a process holds which is not among the windows of the test. */
  readonly held = new Set<ThreadId>();
  readonly holders = new Map<ThreadId, unknown>();

  async entries(id = this.last): Promise<readonly ThreadEntry[]> {
    const entries: ThreadEntry[] = [];
    if (id !== undefined) for await (const entry of this.store.read(id)) entries.push(entry);
    return entries;
  }

  async kinds(id = this.last): Promise<readonly EntryKind[]> {
    return (await this.entries(id)).map(({ kind }) => kind);
  }
}

/** A window: a session over the real engine, and what its view is told and makes of it. */
function openWindow(
  turns: readonly PlayedTurn[] = [says('Hello.')],
  { disk = new Disk(), ...options }: Partial<ChatSessionOptions> & { readonly disk?: Disk } = {},
) {
  const clock = new FakeClock();
  const posted: ToView[] = [];
  const modes: unknown[] = [];
  const waits: boolean[] = [];
  const lines: string[] = [];
  const problems: string[] = [];
  const asked: boolean[] = [];
  const model = new PlayedModel(turns);
  const models: unknown[] = [];
  const makeHostEngine = () =>
    makeEngine(
      model,
      [
        simpleTool('look'),
        simpleTool('change', { isReadOnly: false }),
        simpleTool('hang', { run: () => new Promise(() => undefined) }),
        simpleTool('speak', { run: () => 'x'.repeat(250_000) }),
      ],
      {
        store: {
          append: (id, entries) => {
            if (!disk.holders.has(id)) disk.holders.set(id, clock);
            return disk.store.append(id, entries);
          },
          read: (id) => disk.store.read(id),
          list: () => disk.store.list(),
        },
        createAdapter: (config) => {
          models.push(config);
          return model;
        },
      },
    ).engine;
  let engine = makeHostEngine();
  let view: State = EMPTY_STATE;
  const post = (told: ToView): void => {
    posted.push(told);
    view = reduce(view, told);
  };
  const session: ChatSession = new ChatSession({
    clock,
    store: {
      read: (id) => disk.store.read(id),
      isHeldElsewhere: (id) => Promise.resolve(disk.held.has(id)),
      claim: (id) => {
        if (disk.holders.get(id) === clock) return Promise.resolve('held');
        if (disk.held.has(id)) return Promise.resolve('elsewhere');
        disk.holders.set(id, clock);
        return Promise.resolve('claimed');
      },
      take: async (id, isBusy) => {
        if (await isBusy()) return false;
        disk.holders.set(id, clock);
        return true;
      },
    },
    askElsewhere: (isRunning) => {
      asked.push(isRunning);
      return Promise.resolve('copy');
    },
    copyThread: (id) => {
      const library = {
        append: disk.store.append.bind(disk.store),
        read: disk.store.read.bind(disk.store),
        list: disk.store.list.bind(disk.store),
        release: () => Promise.resolve(),
      };
      return duplicateThread(id, { library, clock, newId: randomUUID });
    },
    last: {
      read: () => Promise.resolve(disk.last),
      write: (id) => {
        disk.last = id;
        return Promise.resolve();
      },
    },
    chosenMode: undefined,
    openEngine: () => Promise.resolve(engine),
    turnOptions: () => Promise.resolve({}),
    post,
    postState: () => {
      showView();
    },
    saveMode: (mode) => modes.push(mode),
    onWaiting: (isWaiting) => waits.push(isWaiting),
    onTurnEnd: (line) => lines.push(line),
    onProblem: (what) => problems.push(what),
    ...options,
  });
  /** A view that comes up now. */
  const showView = (): void => {
    post({ type: 'state', state: { thread: session.catchUp(), status: STATUS } });
  };
  /** What the view shows, and what a view that came up now would show: they are the same. */
  const shown = (): State => {
    clock.advance(16);
    const { turns: drawn, live, unsent } = view;
    const fresh = reduce(EMPTY_STATE, {
      type: 'state',
      state: { thread: session.catchUp(), status: STATUS },
    });
    expect({ turns: drawn, live, unsent }).toEqual({
      turns: fresh.turns,
      live: fresh.live,
      unsent: fresh.unsent,
    });
    return view;
  };
  return {
    session,
    disk,
    model,
    models,
    clock,
    posted,
    modes,
    waits,
    lines,
    problems,
    asked,
    shown,
    showView,
    states: () => [...shown().turns].map(({ state }) => state),
    changeHost: () => {
      engine.cancelAll();
      engine = makeHostEngine();
    },
  };
}

type Window = ReturnType<typeof openWindow>;

/** Sends a message and waits until nothing happens any more. */
async function ask({ session }: Window, words: string): Promise<void> {
  await session.send(message(words));
  await settle();
  await settle();
}

const answers = (window: Window): string[] =>
  [...window.shown().turns].flatMap(({ steps }) =>
    steps.flatMap((step) => (step.kind === 'text' && step.role !== 'thought' ? [step.text] : [])),
  );

const calls = (window: Window) =>
  [...window.shown().turns].flatMap(({ steps }) => steps.filter((step) => step.kind === 'call'));

const roles = ({ model }: Window, request: number): string[] =>
  (model.requests[request]?.messages ?? []).flatMap(({ role }) => (role === 'system' ? [] : [role]));

describe('a message', () => {
  test('is on its way, then in the thread, then answered', async () => {
    const window = openWindow([says('Hel', 'lo.')]);
    const sent = window.session.send(message('Hi'));
    expect(window.posted).toEqual([{ type: 'unsent', unsent: [{ message: message('Hi') }] }]);
    await sent;
    await settle();
    expect(window.shown().unsent).toEqual([]);
    expect([...window.shown().turns]).toMatchObject([
      {
        message: { text: 'Hi' },
        state: 'answered',
        steps: [{ kind: 'text', role: 'answer', text: 'Hello.' }],
      },
    ]);
    expect(await window.disk.kinds()).toEqual([
      'thread',
      'user_message',
      'turn_began',
      'reply',
      'turn_ended',
    ]);
    expect(window.lines).toEqual(['Turn (agent, scripted/script-1): answered, 0 ms.']);
  });

  test('is in the view and no more on its way within one frame', async () => {
    const window = openWindow([hangs()]);
    await window.session.send(message('Hi'));
    const entries = window.posted.findIndex(
      (told) =>
        told.type === 'events' &&
        told.events.some((event) => event.type === 'entry' && event.entry.kind === 'user_message'),
    );
    expect(window.posted[entries + 1]).toEqual({ type: 'unsent', unsent: [] });
  });

  test('costs one message to the view a frame, however many tokens come', async () => {
    const window = openWindow([{ deltas: [text('a'), text('b'), reasoning('Hm'), text('c')], end: 'hang' }]);
    await ask(window, 'Hi');
    const before = window.posted.length;
    window.clock.advance(16);
    expect(window.posted.slice(before)).toEqual([
      {
        type: 'events',
        events: [
          expect.objectContaining({ entry: expect.objectContaining({ kind: 'turn_began' }) }),
          { type: 'live', event: { type: 'token', channel: 'answer', text: 'ab' } },
          { type: 'live', event: { type: 'token', channel: 'reasoning', text: 'Hm' } },
          { type: 'live', event: { type: 'token', channel: 'answer', text: 'c' } },
        ],
      },
    ]);
    window.clock.advance(1_000);
    expect(window.posted.slice(before)).toHaveLength(1);
  });

  test('shows the first 200,000 characters of what a tool said, of which the model reads all', async () => {
    const window = openWindow([asksFor(['speak', {}]), says('Done.')]);
    await ask(window, 'Speak');
    expect(calls(window)).toMatchObject([
      {
        output: `${'x'.repeat(200_000)}\n(50000 more characters are not shown)`,
      },
    ]);
    expect(window.model.requests[1]?.messages.at(-1)?.content).toBe('x'.repeat(250_000));
  });

  test('that says nothing is not sent, one of attachments alone is', async () => {
    const window = openWindow();
    await ask(window, ' \n');
    expect(await window.disk.kinds()).toEqual([]);
    const ref = {
      kind: 'selection',
      path: '/work/a.ts',
      range: { startLine: 1, endLine: 1 },
      text: 'b',
    } as const;
    await window.session.send(message('', ref));
    await settle();
    const sent = (await window.disk.entries()).find((entry) => entry.kind === 'user_message');
    expect(sent?.attachments).toEqual([{ ref, resolved: { text: 'b' } }]);
    expect(window.shown().turns.at(0)?.message?.attachments).toEqual([{ ref }]);
  });

  test.each(['openEngine', 'turnOptions'] as const)('that cannot be sent says why: %s', async (where) => {
    const problem = new SettingsError('No model is named.', { setting: 'troupe' });
    const window = openWindow([], { [where]: () => Promise.reject(problem) });
    await ask(window, 'Hi');
    expect(window.shown().unsent).toEqual([
      {
        message: message('Hi'),
        error: { name: 'SettingsError', code: 'SETTINGS', message: 'No model is named.' },
      },
    ]);
    await ask(window, 'Hi again');
    expect(window.shown().unsent.map(({ message: unsent }) => unsent?.text)).toEqual(['Hi again']);
  });

  test('can be sent again after it failed', async () => {
    const window = openWindow([{ deltas: [], end: new Error('down') }, says('Hello.')]);
    await ask(window, 'Hi');
    expect(window.states()).toEqual(['failed']);
    expect(window.lines).toEqual([expect.stringMatching(/: \w+Error: .*, 0 ms\.$/)]);
    await ask(window, 'Hi');
    expect(window.states()).toEqual(['failed', 'answered']);
  });

  test('has the model, the mode and the limits of its moment, and the thread keeps what was allowed and read', async () => {
    let options: TurnOptions = { model: { provider: 'one', model: 'a' }, mode: 'agent' };
    const window = openWindow([asksFor(['change', {}]), says('1'), asksFor(['change', {}]), says('2')], {
      turnOptions: () => Promise.resolve(options),
    });
    await ask(window, 'Change it');
    window.session.respondToApproval('c0', 'approve', { remember: 'thread' });
    await settle();
    options = { model: { provider: 'two', model: 'b' }, mode: 'agent' };
    await ask(window, 'Change it again');
    expect(answers(window)).toEqual(['1', '2']);
    expect(window.models).toEqual([
      { provider: 'one', model: 'a' },
      { provider: 'two', model: 'b' },
    ]);
    const questions = (await window.disk.kinds()).filter((kind) => kind === 'approval_asked');
    expect(questions).toHaveLength(1);
  });
});

test('the first message is sent when the next window would find its conversation', async () => {
  const written = deferred<void>();
  const window = openWindow([says('Hello.')], {
    last: { read: () => Promise.resolve(undefined), write: () => written.promise },
  });
  const sent = window.session.send(message('Hi'));
  await settle();
  expect(window.model.requests).toEqual([]);
  written.reject(new Error('The disk is full.'));
  await sent;
  await settle();
  expect(answers(window)).toEqual(['Hello.']);
  expect(window.problems).toEqual(['The chat will not be found after a reload']);
});

describe('a message while a turn runs', () => {
  test('waits until the model reads it', async () => {
    const window = openWindow([asksFor(['change', {}]), says('Both.')]);
    await ask(window, 'Change it');
    await ask(window, 'And that');
    const steps = () =>
      window
        .shown()
        .turns.at(0)
        ?.steps.filter(({ kind }) => kind === 'message');
    expect(steps()).toMatchObject([{ text: 'And that', isUnread: true }]);
    window.session.respondToApproval('c0', 'approve');
    await settle();
    expect(steps()?.[0]).not.toHaveProperty('isUnread');
    expect(window.states()).toEqual(['answered']);
    expect(roles(window, 1)).toEqual(['user', 'assistant', 'tool', 'user']);
  });

  test('is taken back, and the model does not get it', async () => {
    const window = openWindow([asksFor(['change', {}]), says('Done.')]);
    await ask(window, 'Change it');
    await ask(window, 'And that');
    const [queued] = listQueued(window.shown());
    await window.session.withdraw(queued?.entry as EntryId);
    await settle();
    expect(listQueued(window.shown())).toEqual([]);
    window.session.respondToApproval('c0', 'approve');
    await settle();
    expect(roles(window, 1)).toEqual(['user', 'assistant', 'tool']);
    expect(await window.disk.kinds()).toContain('message_withdrawn');
  });

  test('is taken back in the next window too, where no engine has the thread yet', async () => {
    const window = openWindow([asksFor(['change', {}])]);
    await ask(window, 'Change it');
    await ask(window, 'And that');
    await window.session.close();
    const next = openWindow([says('Hello.')], { disk: window.disk });
    await next.session.restored;
    next.showView();
    const [queued] = listQueued(next.shown());
    expect(queued?.text).toBe('And that');
    await next.session.withdraw(queued?.entry as EntryId);
    await settle();
    expect(listQueued(next.shown())).toEqual([]);
    await ask(next, 'Hello');
    expect(JSON.stringify(next.model.requests[0]?.messages)).not.toContain('And that');
  });

  test('interrupts it', async () => {
    const window = openWindow([hangs('Half an ans'), says('Other.')]);
    await ask(window, 'One');
    await window.session.send(message('Other'), 'interrupt');
    await settle();
    expect(window.states()).toEqual(['cancelled', 'answered']);
    expect(answers(window)).toEqual(['Half an ans', 'Other.']);
  });

  test('is sent after those before it', async () => {
    const window = openWindow([hangs(), says('ok')]);
    const sent = [window.session.send(message('1')), window.session.send(message('2'))];
    expect(window.shown().unsent.map(({ message: unsent }) => unsent?.text)).toEqual(['1', '2']);
    await Promise.all([...sent, window.session.send(message('3'), 'interrupt')]);
    await settle();
    const texts = (await window.disk.entries()).flatMap((entry) =>
      entry.kind === 'user_message' ? [entry.text] : [],
    );
    expect(texts).toEqual(['1', '2', '3']);
    expect(window.shown().unsent).toEqual([]);
  });
});

describe('retrying', () => {
  /** The entry of the first message. */
  const firstMessage = (window: Window): EntryId => {
    const entry = window.shown().turns.at(0)?.message?.entry;
    if (entry === undefined) throw new Error('There is no message.');
    return entry;
  };
  const down: PlayedTurn = { deltas: [], end: new Error('down') };

  test('sends the same message in the place of the one that failed', async () => {
    const window = openWindow([down, says('Hello.'), says('And on.')]);
    const ref = {
      kind: 'selection',
      path: '/work/a.ts',
      range: { startLine: 1, endLine: 1 },
      text: 'b',
    } as const;
    await window.session.send(message('Hi', ref));
    await settle();
    expect(window.states()).toEqual(['failed']);
    await window.session.retry(firstMessage(window));
    await settle();
    expect(window.states()).toEqual(['answered']);
    expect(window.shown().turns.at(0)?.message).toMatchObject({ text: 'Hi', attachments: [{ ref }] });
    expect(roles(window, 1)).toEqual(['user']);
    // What failed stays in the thread.
    expect((await window.disk.kinds()).filter((kind) => kind === 'turn_ended')).toHaveLength(2);
    await ask(window, 'And on');
    expect(window.states()).toEqual(['answered', 'answered']);
  });

  test('shows that something is on its way, and a second press does nothing', async () => {
    const window = openWindow([down, hangs()]);
    await ask(window, 'Hi');
    const entry = firstMessage(window);
    const before = window.posted.length;
    const retried = window.session.retry(entry);
    expect(window.posted.slice(before)).toEqual([{ type: 'unsent', unsent: [{}] }]);
    await Promise.all([retried, window.session.retry(entry)]);
    await settle();
    await window.session.retry(entry);
    expect([window.states(), window.shown().unsent]).toEqual([['running'], []]);
    expect(window.model.requests).toHaveLength(2);
  });

  test('says why it failed, and nothing when it was stopped', async () => {
    let isBroken = false;
    const window = openWindow([down], {
      turnOptions: () =>
        isBroken
          ? Promise.reject(new SettingsError('No model is named.', { setting: 'troupe' }))
          : Promise.resolve({}),
    });
    await ask(window, 'Hi');
    isBroken = true;
    await window.session.retry(firstMessage(window));
    expect(window.shown().unsent).toEqual([
      { error: { name: 'SettingsError', code: 'SETTINGS', message: 'No model is named.' } },
    ]);
    const retried = window.session.retry(firstMessage(window));
    window.session.stop();
    await retried;
    expect([window.states(), window.shown().unsent]).toEqual([['failed'], []]);
  });

  test('does nothing for an entry that is no message', async () => {
    const window = openWindow([down]);
    await ask(window, 'Hi');
    const before = window.posted.length;
    await window.session.retry('none' as EntryId);
    expect(window.posted).toHaveLength(before);
  });
});

describe('going on with a turn that was interrupted', () => {
  async function interrupted(disk = new Disk()): Promise<Disk> {
    const first = openWindow([asksFor(['look', {}], ['hang', {}])], { disk });
    await ask(first, 'Look');
    await first.session.close();
    return disk;
  }

  test('continues it in its place', async () => {
    const disk = await interrupted();
    const second = openWindow([says('Seen.')], { disk });
    await second.session.restored;
    second.showView();
    await second.session.resume();
    await settle();
    expect([second.states(), answers(second)]).toEqual([['answered'], ['Seen.']]);
    expect(roles(second, 0)).toEqual(['user', 'assistant', 'tool', 'tool']);
    expect((await disk.kinds()).filter((kind) => kind === 'user_message')).toHaveLength(1);
  });

  test('shows that it runs, and it can be stopped', async () => {
    const disk = await interrupted();
    const second = openWindow([hangs('Half')], { disk });
    await second.session.restored;
    await second.session.resume();
    await settle();
    expect(second.states()).toEqual(['running']);
    second.session.stop();
    await settle();
    expect([second.states(), answers(second)]).toEqual([['cancelled'], ['Half']]);
  });

  test('is refused where the mode that is chosen now allows less', async () => {
    const disk = await interrupted();
    const second = openWindow([], { disk, turnOptions: () => Promise.resolve({ mode: 'gather' }) });
    await second.session.restored;
    await second.session.resume();
    second.showView();
    expect(second.states()).toEqual(['interrupted']);
    expect(second.shown().unsent[0]?.error).toMatchObject({
      code: 'SETTINGS',
      message: expect.stringMatching(/Choose the mode Agent/),
    });
  });

  test('does nothing when the last turn has ended', async () => {
    const window = openWindow([says('Hello.')]);
    await ask(window, 'Hi');
    await window.session.resume();
    expect([window.states(), window.shown().unsent]).toEqual([['answered'], []]);
    expect(window.model.requests).toHaveLength(1);
  });
});

describe('a turn that ends badly', () => {
  test('shows what was said once, and calls that were not made as stopped, in their order', async () => {
    const window = openWindow([asksFor(['change', {}], ['none', {}], ['look', {}])]);
    await ask(window, 'Change it');
    window.session.stop();
    await settle();
    const steps = window.shown().turns.at(0)?.steps ?? [];
    expect(steps.filter(({ kind }) => kind === 'text')).toEqual([
      { kind: 'text', role: 'thought', text: 'Let me look.' },
    ]);
    expect(calls(window).map(({ tool, state }) => [tool, state])).toEqual([
      ['change', 'stopped'],
      ['none', 'stopped'],
      ['look', 'stopped'],
    ]);
  });
});

describe('stopping', () => {
  test.each(['openEngine', 'turnOptions'] as const)('ends a message that is in %s', async (where) => {
    const window = openWindow([says('never')], { [where]: () => new Promise(() => undefined) });
    const sent = window.session.send(message('Hi'));
    await settle();
    window.session.stop();
    await sent;
    expect(window.shown().unsent[0]?.error).toMatchObject({
      code: 'CANCELLED',
      message: 'You stopped this turn.',
    });
    expect(window.model.requests).toEqual([]);
  });

  test('keeps what the model had said', async () => {
    const window = openWindow([hangs('Half an ans')]);
    await ask(window, 'Hi');
    window.session.stop();
    await settle();
    expect([window.states(), answers(window)]).toEqual([['cancelled'], ['Half an ans']]);
  });

  test('does nothing when nothing runs', () => {
    const window = openWindow();
    window.session.stop();
    expect(window.posted).toEqual([]);
  });
});

describe('a new chat', () => {
  test('is empty, for the model and the next window too', async () => {
    const window = openWindow([says('1'), says('2')]);
    await ask(window, 'one');
    window.session.newChat();
    window.showView();
    expect([window.states(), window.disk.last]).toEqual([[], undefined]);
    await ask(window, 'two');
    expect(roles(window, 1)).toEqual(['user']);
  });

  test('leaves a running turn behind, which goes on, and nothing of it is shown any more', async () => {
    const window = openWindow([hangs('old'), says('new')]);
    await ask(window, 'one');
    const old = window.disk.last;
    window.session.newChat();
    window.showView();
    const before = window.posted.length;
    await settle();
    window.clock.advance(1_000);
    expect(window.posted).toHaveLength(before);
    expect(window.session.background.map(({ id, activity }) => [id, activity.isRunning])).toEqual([
      [old, true],
    ]);
    await ask(window, 'two');
    expect(answers(window)).toEqual(['new']);
    await window.session.close();
    expect(await window.disk.kinds(old)).toEqual(['thread', 'user_message', 'turn_began', 'reply']);
  });

  test('has the end of a turn in the background told with its title, and its thread released', async () => {
    const ended: unknown[] = [];
    const window = openWindow([asksFor(['change', {}]), says('Done.'), says('new')], {
      onEnded: ({ outcome }, chat) => ended.push([outcome, chat?.title]),
    });
    await ask(window, 'Change it');
    const old = window.session.threadId as ThreadId;
    window.session.newChat();
    expect(window.session.activity.questions).toEqual([]);
    expect(window.session.background[0]?.activity.questions).toMatchObject([{ thread: old }]);
    window.session.respondToApproval('c0', 'approve', { thread: old });
    await settle();
    await settle();
    expect(ended).toEqual([['answered', 'Change it']]);
    expect(window.session.background).toEqual([]);
    expect(window.session.findOpen(old)).toBeUndefined();
    await window.session.open(old);
    expect(answers(window)).toEqual(['Done.']);
  });

  test('leaves a message behind that is still on its way', async () => {
    let open = (): void => undefined;
    const window = openWindow([says('new')]);
    const slow = openWindow([says('old')], {
      disk: window.disk,
      openEngine: () =>
        new Promise((resolve) => {
          open = () => {
            resolve({} as never);
          };
        }),
    });
    const sent = slow.session.send(message('Hi'));
    await settle();
    slow.session.newChat();
    open();
    await sent;
    slow.showView();
    expect([slow.shown().unsent, slow.disk.last]).toEqual([[], undefined]);
  });
});

describe('a view', () => {
  test('that comes up in mid-turn is told all there is, and after that only what is new', async () => {
    const window = openWindow([hangs('Half an ')]);
    await ask(window, 'Hi');
    window.showView();
    const before = window.posted.length;
    window.clock.advance(16);
    expect(window.posted).toHaveLength(before);
    expect(window.shown().live.draft).toEqual([{ channel: 'answer', text: 'Half an ' }]);
    expect(window.states()).toEqual(['running']);
  });

  test('does not ask again about a call that was approved and runs', async () => {
    const window = openWindow([asksFor(['change', {}]), says('Done.')]);
    await ask(window, 'Change it');
    expect(window.waits).toEqual([true]);
    window.session.respondToApproval('c0', 'approve');
    await settle();
    window.session.respondToApproval('c0', 'approve');
    window.showView();
    expect([window.states(), window.waits]).toEqual([['answered'], [true, false]]);
  });

  test.each(['deny', 'stop', 'newChat'] as const)('waits for no answer after %s', async (end) => {
    const window = openWindow([asksFor(['change', {}]), says('Done.')]);
    await ask(window, 'Change it');
    if (end === 'deny') window.session.respondToApproval('c0', 'deny');
    else window.session[end]();
    await settle();
    expect(window.waits).toEqual([true, false]);
  });
});

describe('a window that is opened again', () => {
  test('has the whole conversation, tool calls included, and the next message goes on with all of it', async () => {
    const first = openWindow([asksFor(['look', {}]), says('Seen.')]);
    await ask(first, 'Look');
    const { turns } = first.shown();
    await first.session.close();

    const second = openWindow([says('And on.')], { disk: first.disk });
    await second.session.restored;
    second.showView();
    expect(second.shown().turns).toEqual(turns);
    expect(calls(second)).toMatchObject([{ tool: 'look', state: 'done', output: 'look was run' }]);
    await ask(second, 'Go on');
    expect(roles(second, 0)).toEqual(['user', 'assistant', 'tool', 'assistant', 'user']);
    expect(answers(second)).toEqual(['Seen.', 'And on.']);
  });

  test('while a call runs says that the call was interrupted', async () => {
    const first = openWindow([asksFor(['look', {}], ['hang', {}])]);
    await ask(first, 'Look');
    await first.session.close();
    expect((await first.disk.kinds()).includes('turn_ended')).toBe(false);

    const second = openWindow([says('And on.')], { disk: first.disk });
    await second.session.restored;
    second.showView();
    expect(second.states()).toEqual(['interrupted']);
    expect(calls(second)).toMatchObject([{ state: 'done' }, { state: 'stopped' }]);
    await ask(second, 'Go on');
    expect(roles(second, 0)).toEqual(['user', 'assistant', 'tool', 'tool', 'user']);
    const results = second.model.requests[0]?.messages.filter(({ role }) => role === 'tool');
    expect(results?.map(({ content }) => content)).toEqual([
      'look was run',
      expect.stringContaining('was interrupted while it ran'),
    ]);
    expect(second.states()).toEqual(['interrupted', 'answered']);
  });

  test('in mid-answer has what the model had said', async () => {
    const first = openWindow([hangs('Half an ans')]);
    await ask(first, 'Hi');
    const before = first.posted.length;
    await first.session.close();
    first.clock.advance(10_000);
    expect(first.posted).toHaveLength(before);
    expect(first.clock.pending).toBe(0);

    const second = openWindow([], { disk: first.disk });
    await second.session.restored;
    second.showView();
    expect([second.states(), answers(second)]).toEqual([['interrupted'], ['Half an ans']]);
  });

  test('has the mode that was chosen, until the setting decides again', () => {
    const { session, modes } = openWindow([], { chosenMode: 'gather' });
    expect(session.chosenMode).toBe('gather');
    session.chooseMode('ask');
    session.chooseMode(undefined);
    expect([session.chosenMode, modes]).toEqual([undefined, ['ask', undefined]]);
  });

  test('waits a moment for the process before it, which may still record what it interrupted', async () => {
    const first = openWindow([hangs('Half an ans')]);
    await ask(first, 'Hi');
    const { disk } = first;
    disk.held.add(disk.last as ThreadId);
    const second = openWindow([], { disk });
    await settle();
    await first.session.close();
    disk.held.clear();
    second.clock.advance(50);
    await second.session.restored;
    second.showView();
    expect(answers(second)).toEqual(['Half an ans']);
  });

  test('while another window goes on with the conversation, goes on with a copy if the person wants that', async () => {
    const first = openWindow([says('1'), says('1b')]);
    await ask(first, 'One');
    const { disk } = first;
    const id = disk.last as ThreadId;
    disk.held.add(id);
    const second = openWindow([says('2')], { disk });
    for (let polls = 0; polls < 41; polls += 1) {
      await settle();
      second.clock.advance(50);
    }
    await second.session.restored;
    second.showView();
    expect(answers(second)).toEqual(['1']);
    await ask(second, 'Two');
    expect(answers(second)).toEqual(['1', '2']);
    expect(second.asked).toEqual([false]);
    expect(disk.last).not.toBe(id);
    expect(await disk.kinds()).toEqual([
      ...(await disk.kinds(id)),
      'renamed',
      'user_message',
      'turn_began',
      'reply',
      'turn_ended',
    ]);
    await ask(first, 'One more');
    expect(answers(first)).toEqual(['1', '1b']);
  });

  test.each([
    ['is damaged', { parent: 'gone' }],
    ['was written by a newer version', { version: 99 }],
  ])('says that a conversation %s, and begins another one', async (_what, change) => {
    const disk = new Disk();
    disk.last = 'broken' as ThreadId;
    const entry = { id: 'e0', parent: null, seq: 0, at: 0, kind: 'thread', version: 1, roots: [], ...change };
    await disk.store.append(disk.last, [entry as unknown as EntryOf<'thread'>]);
    const window = openWindow([says('Hello.')], { disk });
    await window.session.restored;
    window.showView();
    expect(window.problems).toEqual(['The chat could not be read']);
    expect(window.shown().unsent[0]?.error?.message).toMatch(/^The chat could not be read: /);
    await ask(window, 'Hi');
    expect(answers(window)).toEqual(['Hello.']);
    expect(window.shown().unsent).toEqual([]);
    expect(await disk.kinds('broken' as ThreadId)).toEqual(['thread']);
  });
});

test('another host goes on with the same thread, and the turn of the one before was cancelled', async () => {
  const window = openWindow([hangs('Half'), says('Whole.')]);
  await ask(window, 'One');
  window.changeHost();
  await ask(window, 'Two');
  expect(window.states()).toEqual(['cancelled', 'answered']);
  expect(answers(window)).toEqual(['Half', 'Whole.']);
  expect(roles(window, 1)).toEqual(['user', 'assistant', 'user']);
});

test('a store that fails says so, and the next message goes on from what was stored', async () => {
  let isFull = false;
  const disk = new Disk();
  const append = disk.store.append.bind(disk.store);
  disk.store.append = (id, entries) =>
    isFull ? Promise.reject(new Error('The disk is full.')) : append(id, entries);
  const window = openWindow([asksFor(['change', {}]), says('Never.'), says('Hello.')], { disk });
  await ask(window, 'Change it');
  isFull = true;
  window.session.respondToApproval('c0', 'approve');
  await settle();
  await settle();
  expect(window.states()).toEqual(['interrupted']);
  expect(window.shown().unsent[0]?.error).toMatchObject({ code: 'THREAD_STORE' });
  expect(window.waits).toEqual([true, false]);

  isFull = false;
  await ask(window, 'Again');
  expect(window.states()).toEqual(['interrupted', 'answered']);
  expect(window.shown().unsent).toEqual([]);
  expect((await disk.kinds()).slice(-4)).toEqual(['user_message', 'turn_began', 'reply', 'turn_ended']);
});

describe('a message that cannot be stored', () => {
  const fail = (disk: Disk) => {
    const begun = deferred<void>();
    const failing = deferred<never>();
    failing.promise.catch(() => undefined);
    disk.store.append = () => {
      begun.resolve();
      return failing.promise;
    };
    return { begun: begun.promise, fail: () => failing.reject(new Error('The disk is full.')) };
  };
  const returned = ({ posted }: { readonly posted: readonly ToView[] }) =>
    posted.filter((told) => told.type === 'returned');

  test('goes back into the message box when its chat was left, and nothing of it goes on', async () => {
    const disk = new Disk();
    const store = fail(disk);
    const window = openWindow([], { disk });
    const sending = window.session.send(message('My long text'));
    await store.begun;
    window.session.newChat();
    window.showView();
    store.fail();
    await sending;
    expect(returned(window)).toMatchObject([{ messages: [{ text: 'My long text' }] }]);
    expect(window.shown().draft.text).toBe('My long text');
    expect(window.shown().refusal).toContain('The disk is full.');
    expect(window.session.background).toEqual([]);
  });

  test('goes back into the message box when its chat is left after that', async () => {
    const disk = new Disk();
    const store = fail(disk);
    const window = openWindow([], { disk });
    const sending = window.session.send(message('My long text'));
    await store.begun;
    store.fail();
    await sending;
    expect(returned(window)).toEqual([]);
    window.session.newChat();
    expect(returned(window)).toMatchObject([{ messages: [{ text: 'My long text' }] }]);
  });

  test('goes before what is written meanwhile', () => {
    const typed = reduce(EMPTY_STATE, { type: 'typed', text: 'More', caret: 4 });
    const messages = [message('One'), message('Two')];
    const state = reduce(typed, { type: 'returned', messages, reason: 'Full.' });
    expect(state.draft.text).toBe('One\nTwo\nMore');
  });
});

describe('conversations', () => {
  test('are kept when another is begun, and can be opened again', async () => {
    const window = openWindow([says('One.'), says('Two.'), says('Three.')]);
    await ask(window, 'First');
    const first = window.session.threadId;
    window.session.newChat();
    expect(window.session.threadId).toBeUndefined();
    await ask(window, 'Second');
    const second = window.session.threadId;

    await window.session.open(first as ThreadId);

    expect(answers(window)).toEqual(['One.']);
    expect(window.disk.last).toBe(first);
    await ask(window, 'Third');
    expect(answers(window)).toEqual(['One.', 'Three.']);
    expect(roles(window, 2)).toEqual(['user', 'assistant', 'user']);
    expect(new Set((await window.disk.store.list()).map(({ id }) => id))).toEqual(new Set([first, second]));
  });

  test('that is opened in a running turn leaves that turn running, and shows it again as it is', async () => {
    const window = openWindow([says('One.'), hangs('Half')]);
    await ask(window, 'First');
    const first = window.session.threadId as ThreadId;
    window.session.newChat();
    await ask(window, 'Second');
    const second = window.session.threadId as ThreadId;
    expect(window.session.activity.isRunning).toBe(true);

    await window.session.open(first);

    expect(window.session.activity).toEqual({ isRunning: false, questions: [] });
    expect(window.session.background).toMatchObject([{ id: second }]);
    await window.session.open(second);
    expect(window.session.background).toEqual([]);
    expect(window.states()).toEqual(['running']);
    expect(window.shown().live.draft).toEqual([{ channel: 'answer', text: 'Half' }]);
    window.session.stop();
    await settle();
    expect(window.states()).toEqual(['cancelled']);
  });

  test('gets a message that is sent while it is being opened', async () => {
    const window = openWindow([says('One.'), says('Two.')]);
    await ask(window, 'First');
    const first = window.session.threadId as ThreadId;
    window.session.newChat();
    const opened = window.session.open(first);
    await window.session.send(message('Second'));
    await opened;
    await settle();
    expect(window.session.threadId).toBe(first);
    expect(roles(window, 1)).toEqual(['user', 'assistant', 'user']);
  });

  test('that cannot be read says why, and the next message begins another', async () => {
    const disk = new Disk();
    const window = openWindow([says('Hello.')], { disk });
    const read = disk.store.read.bind(disk.store);
    disk.store.read = () => {
      throw new Error('The disk is gone.');
    };
    await window.session.open('lost' as ThreadId);
    expect(window.shown().unsent[0]?.error?.message).toBe('The chat could not be read: The disk is gone.');
    disk.store.read = read;
    await ask(window, 'Hi');
    expect(answers(window)).toEqual(['Hello.']);
  });
});

test('what goes on in a conversation is told: the question with its tool, and the end of the turn', async () => {
  const told: string[] = [];
  const window = openWindow([asksFor(['change', {}]), says('Done.')], {
    onActivity: ({ isRunning, questions }) => {
      told.push([isRunning ? 'runs' : 'rests', ...questions.map(({ tool }) => tool)].join(' '));
    },
    onEnded: ({ outcome }) => {
      told.push(outcome);
    },
  });
  await ask(window, 'Change it');
  expect(told.at(-1)).toBe('runs change');
  window.session.respondToApproval('c0', 'approve');
  await settle();
  await settle();
  expect(told.slice(-2)).toEqual(['rests', 'answered']);
});

test('what goes on is told from the moment a message is sent, and when it fails', async () => {
  const told: boolean[] = [];
  const opening = deferred<never>();
  const window = openWindow([], {
    openEngine: () => opening.promise,
    onActivity: ({ isRunning }) => {
      told.push(isRunning);
    },
  });
  const sent = window.session.send(message('Hi'));
  expect(told).toEqual([true]);
  opening.reject(new Error('There is no engine.'));
  await sent;
  expect(told.at(-1)).toBe(false);
});

test('a message that comes with a mode is for that mode only', async () => {
  const modes: unknown[] = [];
  const window = openWindow([says('One.'), says('Two.')], {
    turnOptions: (mode) => {
      modes.push(mode);
      return Promise.resolve({});
    },
  });
  await window.session.send(message('Fix it'), 'queue', 'agent');
  await settle();
  await ask(window, 'And now?');
  expect(modes).toEqual(['agent', undefined]);
  expect(window.session.chosenMode).toBeUndefined();
});
