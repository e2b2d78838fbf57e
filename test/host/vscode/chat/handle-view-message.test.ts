import { describe, expect, test } from 'vitest';
import type { AgentEvent } from '../../../../src/actors/protocol/agent.js';
import type { ViewStatus } from '../../../../src/actors/protocol/ui.js';
import type { RelPath } from '../../../../src/actors/protocol/workspace.js';
import {
  handleViewMessage,
  type ViewServices,
} from '../../../../src/host/vscode/chat/handle-view-message.js';
import { settle } from '../../../doubles/settle.js';

const STATUS: ViewStatus = {
  mode: 'agent',
  provider: 'openai',
  model: 'm',
  index: { phase: 'ready', files: 1 },
  isTrusted: true,
};
const MESSAGE = { text: 'Hi', mentions: [] };
const MENTION = { root: '/w', path: 'a' as RelPath };

/** Services that write down what they are asked to do. */
function stage(how: { isTaken?: boolean; end?: AgentEvent; isBroken?: boolean } = {}) {
  const { isTaken = true, end, isBroken = false } = how;
  const done: unknown[] = [];
  const note =
    (...what: unknown[]) =>
    (...args: unknown[]): void =>
      void done.push([...what, ...args]);
  const attempt =
    (what: string) =>
    (...args: unknown[]): Promise<void> => {
      done.push([what, ...args]);
      return isBroken ? Promise.reject(new Error('No.')) : Promise.resolve();
    };
  const services: ViewServices = {
    session: {
      send: (message) => {
        done.push(['send', message]);
        return Promise.resolve(isTaken);
      },
      stop: note('stop'),
      chooseMode: note('mode'),
      respondToApproval: note('approval'),
      turns: end === undefined ? [] : [{ message: MESSAGE, events: [end], state: 'ended' }],
    },
    mentions: { search: attempt('search') },
    status: () => STATUS,
    showStatus: note('show status'),
    postState: note('post state'),
    newChat: note('new chat'),
    open: attempt('open'),
    onCommand: attempt('command'),
    onFailure: note('failed'),
    logTurn: (line) => void done.push(['log', line.replace(/\d+ ms/, 'N ms')]),
  };
  return { done, services };
}

describe('handleViewMessage', () => {
  test.each([
    [{ type: 'stop' }, [['stop']]],
    [{ type: 'newChat' }, [['new chat']]],
    [{ type: 'setMode', mode: 'plan' }, [['mode', 'plan'], ['show status']]],
    [{ type: 'mentionQuery', id: 3, query: 'ab' }, [['search', 3, 'ab']]],
    [{ type: 'openFile', mention: MENTION, line: 4 }, [['open', MENTION, 4]]],
    [
      { type: 'approval', callId: 'c', decision: 'deny', remember: 'always' },
      [['approval', 'c', 'deny', 'always']],
    ],
    [{ type: 'command', command: 'showOutput' }, [['command', 'showOutput']]],
  ] as const)('does what %o asks for', async (message, expected) => {
    const { done, services } = stage();
    handleViewMessage(message as Parameters<typeof handleViewMessage>[0], services);
    await settle();
    expect(done).toEqual(expected);
  });

  test.each([
    [{ type: 'openFile', mention: MENTION }, 'The file could not be opened'],
    [{ type: 'command', command: 'setApiKey' }, 'That could not be done'],
  ] as const)('tells the person when %o fails', async (message, what) => {
    const { done, services } = stage({ isBroken: true });
    handleViewMessage(message, services);
    await settle();
    expect(done.at(-1)).toEqual(['failed', what, new Error('No.')]);
  });

  test('logs how a turn ended, and never what was said', async () => {
    const error = { type: 'error', name: 'NetworkError', code: 'NETWORK', message: 'No route.', partial: '' };
    const { done, services } = stage({ end: error as AgentEvent });
    handleViewMessage({ type: 'send', message: MESSAGE }, services);
    await settle();
    expect(done).toEqual([
      ['send', MESSAGE],
      ['log', 'Turn (agent, openai/m): NetworkError: No route., N ms.'],
    ]);
  });

  test('shows the view the state again when a message is not taken', async () => {
    const { done, services } = stage({ isTaken: false });
    handleViewMessage({ type: 'send', message: MESSAGE }, services);
    await settle();
    expect(done).toEqual([['send', MESSAGE], ['post state']]);
  });
});
