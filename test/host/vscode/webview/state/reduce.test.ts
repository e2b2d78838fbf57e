import { describe, expect, test } from 'vitest';
import type { AttachmentRef } from '../../../../../src/actors/protocol/attachment.js';
import type { EntryId } from '../../../../../src/actors/protocol/thread.js';
import type {
  FromView,
  MentionOffer,
  UserMessage,
  ViewStatus,
} from '../../../../../src/actors/protocol/ui.js';
import type { FilePlace } from '../../../../../src/actors/protocol/workspace.js';
import type { Action } from '../../../../../src/host/vscode/webview/state/action.js';
import { listAttached } from '../../../../../src/host/vscode/webview/state/draft.js';
import { listMessages } from '../../../../../src/host/vscode/webview/state/list-messages.js';
import { listQueued } from '../../../../../src/host/vscode/webview/state/queue.js';
import { reduce } from '../../../../../src/host/vscode/webview/state/reduce.js';
import {
  endOfTurns,
  listShownSteps,
  turnOf,
} from '../../../../../src/host/vscode/webview/state/shown-turns.js';
import {
  canSendMessage,
  canStartTurn,
  EMPTY_STATE,
  findWaitingCall,
  isTurnRunning,
  type State,
} from '../../../../../src/host/vscode/webview/state/state.js';
import { hit } from './hits.js';
import { Story, tellStory, type ToldTurn } from './story.js';

const STATUS: ViewStatus = {
  mode: 'agent',
  provider: 'offline',
  model: 'rules',
  index: { phase: 'ready', files: 3 },
  isTrusted: true,
};
const MESSAGE: UserMessage = { text: 'a', attachments: [] };

/** What came of some actions: the state, and what the extension was told meanwhile. */
class Run {
  state: State;
  told: FromView[] = [];

  constructor(state: State = EMPTY_STATE) {
    this.state = state;
  }

  do(...actions: readonly Action[]): this {
    for (const action of actions) {
      const before = this.state;
      this.state = reduce(before, action);
      this.told.push(...listMessages(before, action, this.state));
    }
    return this;
  }

  /** Types at the end of the text. */
  type(text: string): this {
    for (const char of text) {
      const whole = this.state.draft.text + char;
      this.do({ type: 'typed', text: whole, caret: whole.length });
    }
    return this;
  }
}

const ready = (): Run => new Run().do({ type: 'state', state: { thread: Story.of([]), status: STATUS } });
/** What would be sent. */
const contents = ({ draft }: State) => ({ text: draft.text, attached: listAttached(draft) });
const file = (path: string, root = '/w'): AttachmentRef => ({ kind: 'file', path: `${root}/${path}` });

describe('what the extension tells', () => {
  test.each([
    ['a', ''],
    ['a ', ''],
    ['ab', 'ab'],
  ])('a draft "%s" that an editor has kept is "%s" when the last message says "a"', (text, expected) => {
    const kept = new Run({ ...EMPTY_STATE, draft: { text, attachments: [], mentions: [] } });
    const thread = Story.of([{ message: MESSAGE, events: [], state: 'ended' }]);
    kept.do({ type: 'state', state: { thread, status: STATUS } });
    expect(kept.state.draft.text).toBe(expected);
    // What is typed from then on is the person's.
    kept.do({ type: 'typed', text: 'a', caret: 1 }, { type: 'state', state: { thread, status: STATUS } });
    expect(kept.state.draft.text).toBe('a');
  });

  test('a whole state replaces the conversation and leaves the draft', () => {
    const { state } = ready()
      .type('x')
      .do({
        type: 'state',
        state: { thread: Story.of([{ message: MESSAGE, events: [], state: 'ended' }]), status: STATUS },
      });
    expect([...state.turns]).toMatchObject([{ message: MESSAGE, state: 'answered', steps: [] }]);
    expect(state.draft.text).toBe('x');
    expect(state.epoch).toBe(2);
  });

  test('a turn starts, goes on and ends', () => {
    const { started, events, ended } = tellStory();
    const run = ready().do(started('a'));
    expect(isTurnRunning(run.state)).toBe(true);
    run.do(events({ type: 'token', channel: 'answer', content: 'b' }));
    expect(run.state.live.draft).toEqual([{ channel: 'answer', text: 'b' }]);
    run.do(events({ type: 'answer', content: 'b' }), ended());
    expect(isTurnRunning(run.state)).toBe(false);
    expect(run.state.live.draft).toEqual([]);
    expect([...run.state.turns]).toMatchObject([
      { message: MESSAGE, state: 'answered', steps: [{ kind: 'text', role: 'answer', text: 'b' }] },
    ]);
  });

  test('a whole state has what is streamed, and a turn without an end was interrupted unless it runs', () => {
    const thread = Story.of([{ message: MESSAGE, events: [], state: 'interrupted' }]);
    const start = (isRunning: boolean): State => {
      const live = { draft: [{ channel: 'answer', text: 'b' }], outputs: [['1', 'c']] } as const;
      return new Run().do({
        type: 'state',
        state: { thread: { ...thread, live, isRunning }, status: STATUS },
      }).state;
    };
    expect([start(true).turns.last?.state, start(false).turns.last?.state]).toEqual([
      'running',
      'interrupted',
    ]);
    expect(start(true).live).toEqual({
      draft: [{ channel: 'answer', text: 'b' }],
      outputs: new Map([['1', 'c']]),
    });
  });

  test('events change the last turn alone', () => {
    const { started, events, ended } = tellStory();
    const run = ready().do(started('a'), ended(), started('a'));
    const [first] = run.state.turns;
    run.do(events({ type: 'answer', content: 'b' }));
    expect(run.state.turns.at(0)).toBe(first);
  });

  test('a file from outside is mentioned at the end of the text, and the caret is behind it', () => {
    const { state } = ready()
      .type('See')
      .do({ type: 'attach', ref: file('src/a.ts') });
    expect(contents(state)).toEqual({ text: 'See @a.ts ', attached: [file('src/a.ts')] });
    expect(state.draft.attachments).toEqual([]);
    expect(state.caret).toEqual({ at: 10 });
  });

  test('focus is asked for each time', () => {
    expect(ready().do({ type: 'focus' }, { type: 'focus' }).state.focusCount).toBe(2);
  });
});

describe('sending', () => {
  test('tells the extension, empties the draft and waits for the turn', () => {
    const run = ready()
      .do({ type: 'attach', ref: file('a.ts') })
      .type('b\n')
      .do({ type: 'sendDraft' });
    const message = { text: '@a.ts b', attachments: [file('a.ts')] };
    expect(run.told).toEqual([{ type: 'send', message }]);
    expect(run.state.draft).toEqual({ text: '', attachments: [], mentions: [] });
    expect(canSendMessage(run.state)).toBe(false);
    run.do({ type: 'unsent', unsent: [{ message }] });
    expect([canSendMessage(run.state), canStartTurn(run.state)]).toEqual([true, false]);
    run.do({ type: 'unsent', unsent: [] });
    expect(canStartTurn(run.state)).toBe(true);
  });

  test('an example or a message again leaves the draft', () => {
    const run = ready().type('x').do({ type: 'ask', message: MESSAGE });
    expect(run.told).toEqual([{ type: 'send', message: MESSAGE }]);
    expect(run.state.draft.text).toBe('x');
  });

  test.each<[when: string, run: () => Run]>([
    ['before the first state', () => new Run()],
    ['while another message is on its way', () => ready().do({ type: 'ask', message: MESSAGE })],
    ['while there is a problem', () => ready().do({ type: 'status', status: { ...STATUS, problem: 'b' } })],
  ])('is not possible %s', (_when, start) => {
    const run = start().type('x');
    run.told = [];
    run.do({ type: 'sendDraft' }, { type: 'ask', message: MESSAGE });
    expect(run.told).toEqual([]);
    expect(run.state.draft.text).toBe('x');
  });

  test('an empty message is not possible', () => {
    expect(ready().type(' \n').do({ type: 'sendDraft' }).told).toEqual([]);
  });

  test('while a turn runs, the model reads it at its next step, or the turn is interrupted', () => {
    const { started } = tellStory();
    const run = ready().do(started('a')).type('x').do({ type: 'sendDraft' }, { type: 'unsent', unsent: [] });
    run.type('y').do({ type: 'sendDraft', interrupts: true });
    const message = (text: string) => ({ text, attachments: [] });
    expect(run.told).toEqual([
      { type: 'send', message: message('x') },
      { type: 'send', message: message('y'), whileRunning: 'interrupt' },
    ]);
  });

  test('while a turn runs, an example or a message again is not possible', () => {
    const { started } = tellStory();
    expect(ready().do(started('a'), { type: 'ask', message: MESSAGE }).told).toEqual([]);
  });

  test('a status in between changes nothing about it', () => {
    const run = ready().do({ type: 'ask', message: MESSAGE }, { type: 'status', status: STATUS });
    expect(run.state.sending).toBe(MESSAGE);
  });
});

describe('mentioning', () => {
  const searching = (): Run =>
    ready()
      .type('see @a')
      .do({
        type: 'mentionHits',
        id: 2,
        hits: [hit('src/a.ts'), hit('src/ab', { isDir: true }), hit('b/a.ts')],
      });

  test('asks at each key, with a growing id', () => {
    expect(ready().type('@sr').told).toEqual([
      { type: 'mentionQuery', id: 1, query: '' },
      { type: 'mentionQuery', id: 2, query: 's' },
      { type: 'mentionQuery', id: 3, query: 'sr' },
    ]);
  });

  test('asks once when the caret is told again', () => {
    const run = ready().type('@a');
    run.told = [];
    run.do({ type: 'typed', text: '@a', caret: 2 });
    expect(run.told).toEqual([]);
  });

  test('does not listen to answers to older queries', () => {
    const run = ready()
      .type('@a')
      .do({ type: 'mentionHits', id: 1, hits: [hit('old.ts')] });
    expect(run.state.search?.hits).toBeUndefined();
    run.do({ type: 'mentionHits', id: 2, hits: [hit('a.ts')] }).type('b');
    // Until the next answer the list stays.
    expect(run.state.search?.hits).toEqual([hit('a.ts')]);
    run.do({ type: 'mentionHits', id: 2, hits: [hit('late.ts')] });
    expect(run.state.search?.hits).toEqual([hit('a.ts')]);
  });

  test('a file that is chosen is mentioned, and by more than its name where another one has it', () => {
    const { state } = searching().do({ type: 'chooseHit', index: 0 });
    expect(contents(state)).toEqual({ text: 'see @src/a.ts ', attached: [file('src/a.ts')] });
    expect(state.caret).toEqual({ at: 14 });
    expect(state.search).toBeUndefined();
    expect(state.draft.attachments).toEqual([]);
  });

  test('a mention is attached as long as it is in the text, and again when an undo brings it back', () => {
    const run = searching().do({ type: 'chooseHit', index: 0 });
    const type = (text: string) => contents(run.do({ type: 'typed', text, caret: 0 }).state).attached;
    expect(type('see @src/a.ts, please')).toEqual([file('src/a.ts')]);
    expect(type('see @src/a.t')).toEqual([]);
    expect(type('see @src/a.ts2')).toEqual([]);
    expect(type('see x@src/a.ts')).toEqual([]);
    expect(type('see @src/a.ts.')).toEqual([file('src/a.ts')]);
    expect(type('')).toEqual([]);
    expect(type('see @src/a.ts')).toEqual([file('src/a.ts')]);
  });

  test('a file that is chosen keeps the place that the query names', () => {
    const choose = (place: FilePlace) =>
      contents(
        ready().do(
          { type: 'typed', text: 'see @a.ts:7', caret: 11 },
          { type: 'mentionHits', id: 1, hits: [hit('src/a.ts')], place },
          { type: 'chooseHit', index: 0 },
        ).state,
      );
    const attached = [{ ...file('src/a.ts'), range: { startLine: 7, endLine: 7 } }];
    expect(choose({ line: 7 })).toEqual({ text: 'see @a.ts:7 ', attached });
    expect(choose({ line: 7, column: 3 })).toEqual({ text: 'see @a.ts:7:3 ', attached });
  });

  test('a file that is chosen keeps the lines that the query names, of which the index is asked for the first', () => {
    const run = ready().do(
      { type: 'typed', text: '@a.ts:7-9', caret: 9 },
      { type: 'mentionHits', id: 1, hits: [hit('src/a.ts')], place: { line: 7 } },
      { type: 'chooseHit', index: 0 },
    );
    expect(run.told).toEqual([{ type: 'mentionQuery', id: 1, query: 'a.ts:7' }]);
    const attached = [{ ...file('src/a.ts'), range: { startLine: 7, endLine: 9 } }];
    expect(contents(run.state)).toEqual({ text: '@a.ts:7-9 ', attached });
  });

  test('a directory that is looked into is attached once its mention has ended', () => {
    const run = searching().do({ type: 'chooseHit', index: 1 });
    expect(contents(run.type(' now').state)).toEqual({
      text: 'see @src/ab/ now',
      attached: [{ kind: 'folder', path: '/w/src/ab' }],
    });
    const other = searching().do({ type: 'chooseHit', index: 1 });
    other
      .type('x')
      .do({ type: 'mentionHits', id: 4, hits: [hit('src/ab/x.ts')] }, { type: 'chooseHit', index: 0 });
    expect(contents(other.state).attached).toEqual([file('src/ab/x.ts')]);
  });

  test('a file that is chosen in the middle of a text keeps what is behind', () => {
    const run = ready().do(
      { type: 'typed', text: 'see @a now', caret: 6 },
      { type: 'mentionHits', id: 1, hits: [hit('src/a.ts')] },
      { type: 'chooseHit', index: 0 },
    );
    expect(run.state.draft.text).toBe('see @a.ts now');
    expect(run.state.caret).toEqual({ at: 9 });
  });

  test('a file is attached once, and files of one name in two roots are told apart', () => {
    const again = (before: string, root: string, id: number): readonly Action[] => [
      { type: 'typed', text: `${before}@a`, caret: before.length + 2 },
      { type: 'mentionHits', id, hits: [hit('a.ts', { in: root })] },
      { type: 'chooseHit', index: 0 },
    ];
    const run = ready().do(...again('', '/one', 1), ...again('@a.ts ', '/one', 2));
    expect(contents(run.state)).toEqual({ text: '@a.ts @a.ts ', attached: [file('a.ts', '/one')] });
    run.do(...again('@a.ts ', '/two', 3));
    expect(contents(run.state)).toEqual({
      text: '@a.ts @two/a.ts ',
      attached: [file('a.ts', '/one'), file('a.ts', '/two')],
    });
  });

  test('a directory that is chosen is looked into', () => {
    const run = searching();
    run.told = [];
    run.do({ type: 'chooseHit', index: 1 });
    expect(run.state.draft.text).toBe('see @src/ab/');
    expect(run.told).toEqual([{ type: 'mentionQuery', id: 3, query: 'src/ab/' }]);
  });

  test('a name that would turn the text around is written out', () => {
    const run = ready().do(
      { type: 'typed', text: '@', caret: 1 },
      { type: 'mentionHits', id: 1, hits: [hit('in\u202egnp.exe')] },
      { type: 'chooseHit', index: 0 },
    );
    expect(run.state.draft.text).toBe('@in⟨U+202E⟩gnp.exe ');
  });

  test('a hit that is not there is not chosen', () => {
    const { state } = searching();
    expect(reduce(state, { type: 'chooseHit', index: 3 })).toBe(state);
  });

  test('the choice goes round and stops at pages', () => {
    const actives = (...moves: ('next' | 'previous' | 'first' | 'last' | 'pageDown' | 'pageUp')[]) => {
      const run = searching();
      return moves.map((move) => run.do({ type: 'moveChoice', move }).state.search?.active);
    };
    expect(actives('next', 'next', 'next', 'previous')).toEqual([1, 2, 0, 2]);
    expect(actives('last', 'first', 'pageDown', 'pageUp')).toEqual([2, 0, 2, 0]);
  });

  test('a list of 20 is walked by pages of 8', () => {
    const hits = Array.from({ length: 20 }, (_, index) => hit(`${index}.ts`));
    const run = ready().type('@').do({ type: 'mentionHits', id: 1, hits });
    const actives = (['pageDown', 'pageDown', 'pageDown', 'pageUp'] as const).map(
      (move) => run.do({ type: 'moveChoice', move }).state.search?.active,
    );
    expect(actives).toEqual([8, 16, 19, 11]);
  });

  test('closed, it stays closed for this mention and opens for the next', () => {
    const run = searching().do({ type: 'closeSearch' }).type('b');
    expect(run.state.search).toBeUndefined();
    expect(run.type(' @').state.search?.query).toBe('');
  });

  test('left, it opens again where the caret comes back', () => {
    const run = searching().do({ type: 'left' });
    expect(run.state.search).toBeUndefined();
    expect(run.do({ type: 'typed', text: 'see @a', caret: 6 }).state.search?.query).toBe('a');
  });

  test('the caret elsewhere closes it', () => {
    expect(searching().do({ type: 'typed', text: 'see @a', caret: 2 }).state.search).toBeUndefined();
  });

  test('a chip that is removed takes the focus back to the text', () => {
    const selection = {
      kind: 'selection',
      path: '/w/a',
      range: { startLine: 1, endLine: 1 },
      text: 'b',
    } as const;
    const before = ready().type('see').do({ type: 'attach', ref: selection });
    expect(contents(before.state)).toEqual({ text: 'see', attached: [selection] });
    const { focusCount } = before.state;
    const { state } = before.do({ type: 'detach', ref: selection });
    expect(contents(state)).toEqual({ text: 'see', attached: [] });
    expect(state.focusCount).toBe(focusCount + 1);
  });

  test('a draft of attachments alone is sent', () => {
    const run = ready().do({ type: 'attach', ref: { kind: 'diagnostics' } }, { type: 'sendDraft' });
    expect(run.told).toEqual([
      { type: 'send', message: { text: '', attachments: [{ kind: 'diagnostics' }] } },
    ]);
  });

  test('two pictures of one name are two, and the same one is attached once', () => {
    const picture = (data: string) =>
      ({ kind: 'image', name: 'a.png', mediaType: 'image/png', data }) as const;
    const { state } = ready().do(
      { type: 'attachRead', refs: [picture('YQ=='), picture('Yg==')] },
      { type: 'attachRead', refs: [picture('YQ==')] },
    );
    expect(state.draft.attachments).toEqual([picture('YQ=='), { ...picture('Yg=='), name: 'a 2.png' }]);
  });
});

describe('an empty mention', () => {
  const OFFERS: readonly MentionOffer[] = [
    { kind: 'file', path: '/w/src/open.ts', shown: 'src/open.ts', isOpen: true },
    { kind: 'content', content: 'problems' },
    { kind: 'symbols' },
  ];
  const starting = (): Run =>
    ready()
      .type('see @')
      .do(
        { type: 'mentionOffers', id: 1, offers: OFFERS },
        { type: 'mentionHits', id: 1, hits: [hit('a.md'), hit('src', { isDir: true })] },
      );
  const names = ({ state }: Run) =>
    state.search?.items.map((item) =>
      item.kind === 'hit' ? item.hit.path : item.kind === 'offer' ? item.offer.kind : item.command.name,
    );

  test('offers open files, what the editor has, symbols, folders, then files', () => {
    expect(names(starting())).toEqual(['file', 'content', 'symbols', 'src', 'a.md']);
  });

  test('keeps the line that was moved to when folders and files come in before it or behind it', () => {
    const run = ready()
      .type('see @')
      .do({ type: 'mentionOffers', id: 1, offers: OFFERS }, { type: 'moveChoice', move: 'next' })
      .do({ type: 'mentionHits', id: 1, hits: [hit('a.md')] });
    expect(run.state.search?.active).toBe(1);
    const late = ready()
      .type('see @')
      .do({ type: 'mentionHits', id: 1, hits: [hit('a.md'), hit('b.md')] })
      .do({ type: 'moveChoice', move: 'next' }, { type: 'mentionOffers', id: 1, offers: OFFERS });
    expect(names(late)).toEqual(['file', 'content', 'symbols', 'a.md', 'b.md']);
    expect(late.state.search?.active).toBe(4);
    // Nobody has chosen a line: the first is offered.
    expect(starting().state.search?.active).toBe(0);
    // The next query begins with its best line.
    late.type('a').do({ type: 'mentionHits', id: 2, hits: [hit('b.md'), hit('a.md')] });
    expect(late.state.search?.active).toBe(0);
  });

  test('becomes the mention of an open file', () => {
    const { state } = starting().do({ type: 'chooseHit', index: 0 });
    expect(contents(state)).toEqual({ text: 'see @open.ts ', attached: [file('src/open.ts')] });
  });

  test('leaves the text to what the extension attaches', () => {
    const run = starting();
    run.told = [];
    run.do({ type: 'chooseHit', index: 1 });
    expect(run.told).toEqual([{ type: 'attachContent', content: 'problems' }]);
    expect(run.state.draft.text).toBe('see ');
  });

  test('goes on with symbols, one of which is a place in a file', () => {
    const run = starting().do({ type: 'chooseHit', index: 2 });
    expect(run.told.at(-1)).toEqual({ type: 'mentionQuery', id: 2, query: '#' });
    const range = { startLine: 3, endLine: 9 };
    const symbol = { kind: 'symbol', name: 'total', icon: 'method', path: '/w/src/cart.ts', range } as const;
    run
      .type('to')
      .do(
        { type: 'mentionOffers', id: 4, offers: [symbol] },
        { type: 'mentionHits', id: 4, hits: [] },
        { type: 'chooseHit', index: 0 },
      );
    expect(contents(run.state)).toEqual({
      text: 'see @total ',
      attached: [{ kind: 'file', path: '/w/src/cart.ts', range }],
    });
  });

  test('that goes on keeps its list until the answer, in which symbols come behind the files', () => {
    const run = starting().type('pro');
    expect(names(run)).toEqual(['file', 'content', 'symbols', 'src', 'a.md']);
    const range = { startLine: 1, endLine: 1 };
    const symbol = { kind: 'symbol', name: 'prop', icon: 'field', path: '/w/b.ts', range } as const;
    run.do({ type: 'mentionHits', id: 4, hits: [hit('pro.ts')] });
    expect(names(run)).toEqual(['pro.ts', 'content']);
    run.do({ type: 'moveChoice', move: 'next' }, { type: 'mentionOffers', id: 4, offers: [symbol] });
    expect(names(run)).toEqual(['pro.ts', 'symbol', 'content']);
    // The line that was moved to stays the active one.
    expect(run.state.search?.active).toBe(2);
    run.type('blems').do({ type: 'mentionHits', id: 9, hits: [hit('problems.ts')] });
    expect(names(run)).toEqual(['content', 'problems.ts']);
  });
});

describe('a command', () => {
  test('is offered at the start of a message alone', () => {
    expect(ready().type('/').state.search?.items.length).toBeGreaterThan(4);
    expect(ready().type('/usr').state.search).toBeUndefined();
    expect(ready().type('a /').state.search).toBeUndefined();
  });

  test('asks nothing of the index, keeps its choice when the caret is told again, and runs', () => {
    const run = ready().type('/mode').do({ type: 'moveChoice', move: 'next' });
    run.do({ type: 'typed', text: '/mode', caret: 5 });
    expect(run.state.search?.active).toBe(1);
    run.do({ type: 'chooseHit', index: 1 });
    expect(run.told).toEqual([{ type: 'listCommands' }, { type: 'setMode', mode: 'gather' }]);
    expect(run.state.status?.mode).toBe('gather');
    expect(run.state.draft.text).toBe('');
  });

  test("of people's own is listed behind the others, and its name goes into the message", () => {
    const own = { name: 'fix', description: 'Fixes (your own)' };
    const run = ready()
      .type('/')
      .do({ type: 'ownCommands', commands: [own] });
    expect(run.state.search?.items.at(-1)).toEqual({
      kind: 'command',
      command: { name: '/fix', description: own.description },
    });
    run.type('fi');
    expect(run.state.search?.items).toHaveLength(1);
    run.do({ type: 'chooseHit', index: 0 });
    expect(run.state.draft.text).toBe('/fix ');
    expect(run.type('a.ts').state.search).toBeUndefined();
    run.told = [];
    expect(run.do({ type: 'sendDraft' }).told).toEqual([
      { type: 'send', message: { text: '/fix a.ts', attachments: [] } },
    ]);
  });

  test('that is closed is a text like any other', () => {
    const run = ready().type('/new').do({ type: 'closeSearch' });
    run.do({ type: 'typed', text: '/new', caret: 4 });
    expect(run.state.search).toBeUndefined();
    expect(run.do({ type: 'sendDraft' }).told).toEqual([
      { type: 'listCommands' },
      { type: 'send', message: { text: '/new', attachments: [] } },
    ]);
  });
});

describe('a message that was sent', () => {
  const told = (text: string, ...attachments: readonly AttachmentRef[]): ToldTurn => {
    return { message: { text, attachments }, events: [], state: 'ended' };
  };
  const sent = (): Run =>
    new Run().do({
      type: 'state',
      state: {
        thread: Story.of([told('one @a.ts', file('src/a.ts')), told('two'), told('two')]),
        status: STATUS,
      },
    });
  const texts = (run: Run, ...moves: readonly ('older' | 'newer')[]) =>
    moves.map((move) => run.do({ type: 'recall', move }).state.draft.text);

  test('is brought back, then older ones, and at last the empty box', () => {
    expect(texts(sent(), 'older', 'older', 'older', 'newer', 'newer')).toEqual([
      'two',
      'one @a.ts',
      'one @a.ts',
      'two',
      '',
    ]);
  });

  test('has its mentions again', () => {
    const run = sent();
    texts(run, 'older', 'older');
    expect(contents(run.state).attached).toEqual([file('src/a.ts')]);
    expect(run.state.draft.attachments).toEqual([]);
  });

  test('that was changed is the start of another one', () => {
    const run = sent();
    texts(run, 'older', 'older');
    run.type('!');
    expect(texts(run, 'older')).toEqual(['two']);
  });
});

describe('a queued message', () => {
  const queued = () => {
    const story = new Story();
    const begun = story.begin({ text: 'a', attachments: [] });
    const attachments = [{ ref: file('src/b.ts') }, { ref: { kind: 'diagnostics' } as const }];
    const sent = story.add({ kind: 'user_message', text: 'and @b.ts', attachments });
    const run = ready().do({ type: 'events', events: [...begun, sent] });
    const [message] = listQueued(run.state);
    return { story, run, entry: message?.entry as EntryId };
  };

  test('is no part of the turn until the model has it', () => {
    const { run } = queued();
    expect(listQueued(run.state)).toMatchObject([{ text: 'and @b.ts' }]);
    const turn = turnOf(run.state, 0);
    expect(turn && listShownSteps(turn, run.state.live)).toEqual([]);
  });

  test('is withdrawn, and in the box again once it is', () => {
    const { story, run, entry } = queued();
    run.type('more').do({ type: 'editQueued', entry });
    expect(run.told.at(-1)).toEqual({ type: 'withdraw', entry });
    expect(run.state.draft.text).toBe('more');
    run.do({ type: 'events', events: [story.add({ kind: 'message_withdrawn', message: entry })] });
    expect(contents(run.state)).toEqual({
      text: 'and @b.ts\nmore',
      attached: [file('src/b.ts'), { kind: 'diagnostics' }],
    });
    expect(listQueued(run.state)).toEqual([]);
  });

  test('that is removed does not come back to the box', () => {
    const { story, run, entry } = queued();
    run.do({ type: 'tell', message: { type: 'withdraw', entry } });
    run.do({ type: 'events', events: [story.add({ kind: 'message_withdrawn', message: entry })] });
    expect(run.state.draft.text).toBe('');
    expect(listQueued(run.state)).toEqual([]);
  });

  test('is shown as waiting while it is on its way to a turn that runs, and no turn of its own', () => {
    const { run } = queued();
    run.do({ type: 'unsent', unsent: [{ message: MESSAGE }] });
    expect(listQueued(run.state).map(({ text }) => text)).toEqual(['and @b.ts', 'a']);
    expect(endOfTurns(run.state)).toBe(1);
  });
});

describe('code that is pasted', () => {
  const pasted = () => ready().type('see ').do({ type: 'pastedCode', text: 'a\nb', start: 4, end: 4 });

  test('is text where the editor does not have it selected', () => {
    const run = pasted();
    expect(run.told.at(-1)).toEqual({ type: 'pasteCode', text: 'a\nb' });
    run.do({ type: 'insert', text: 'a\nb' });
    expect(run.state.draft.text).toBe('see a\nb');
    expect(run.state.caret).toEqual({ at: 7 });
  });

  test('is the selection where it is that', () => {
    const range = { startLine: 1, endLine: 2 };
    const ref = { kind: 'selection', path: '/w/a.ts', range, text: 'a\nb' } as const;
    const run = pasted().do({ type: 'attach', ref });
    expect(contents(run.state)).toEqual({ text: 'see ', attached: [ref] });
  });
});

describe('what goes straight to the extension', () => {
  test.each<FromView>([
    { type: 'stop' },
    { type: 'newChat' },
    { type: 'command', command: 'restartIndex' },
    { type: 'openFile', path: '/w/a' },
  ])('is told as it is: %j', (message) => {
    const run = ready();
    if (message.type !== 'send' && message.type !== 'mentionQuery' && message.type !== 'searchChats')
      run.do({ type: 'tell', message });
    expect(run.told).toEqual([message]);
  });

  test('a mode is shown before it is confirmed', () => {
    const run = ready().do({ type: 'tell', message: { type: 'setMode', mode: 'ask' } });
    expect(run.state.status?.mode).toBe('ask');
    expect(run.told).toEqual([{ type: 'setMode', mode: 'ask' }]);
  });

  test('a call that was decided upon does not ask again', () => {
    const asked = {
      callId: '1',
      tool: 'edit_file',
      category: 'File edits',
      params: {},
      reasons: ['Why.'],
    } as const;
    const { started, events } = tellStory();
    const run = ready().do(started('a'), events({ type: 'approval_request', ...asked }));
    expect(findWaitingCall(run.state)).toBe('1');
    run.do({ type: 'tell', message: { type: 'approval', callId: '1', decision: 'deny' } });
    expect(findWaitingCall(run.state)).toBeUndefined();
  });
});
