import { describe, expect, test } from 'vitest';
import {
  handleViewMessage,
  type ViewServices,
} from '../../../../src/host/vscode/chat/handle-view-message.js';
import { settle } from '../../../doubles/settle.js';

const MESSAGE = { text: 'Hi', attachments: [] };

/** Services that write down what they are asked to do. */
function stage({ isBroken = false } = {}) {
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
      withdraw: attempt('withdraw'),
      stop: note('stop'),
      chooseMode: note('mode'),
      respondToApproval: note('approval'),
      retry: attempt('retry'),
      resume: attempt('resume'),
    },
    ownCommands: {
      send: (...args) => {
        done.push(['send', ...args]);
        return Promise.resolve();
      },
      list: () => {
        done.push(['list commands']);
        return Promise.resolve();
      },
    },
    mentions: { search: attempt('search') },
    attachContent: attempt('attach'),
    pasteCode: note('paste'),
    showStatus: note('show status'),
    plan: note('plan'),
    memory: note('memory'),
    newChat: note('new chat'),
    open: attempt('open'),
    openDiff: attempt('diff'),
    review: attempt('review'),
    openSymbol: attempt('symbol'),
    insertCode: attempt('insert'),
    applyCode: attempt('apply'),
    putIntoTerminal: note('terminal'),
    onCommand: attempt('command'),
    onFailure: note('failed'),
  };
  return { done, services };
}

describe('handleViewMessage', () => {
  test.each([
    [{ type: 'send', message: MESSAGE }, [['send', MESSAGE, undefined]]],
    [{ type: 'send', message: MESSAGE, whileRunning: 'interrupt' }, [['send', MESSAGE, 'interrupt']]],
    [{ type: 'listCommands' }, [['list commands']]],
    [{ type: 'stop' }, [['stop']]],
    [{ type: 'withdraw', entry: 'e' }, [['withdraw', 'e']]],
    [{ type: 'attachContent', content: 'changes' }, [['attach', 'changes']]],
    [{ type: 'pasteCode', text: 'a' }, [['paste', 'a']]],
    [{ type: 'newChat' }, [['new chat']]],
    [{ type: 'setMode', mode: 'plan' }, [['mode', 'plan'], ['show status']]],
    [{ type: 'mentionQuery', id: 3, query: 'ab' }, [['search', 3, 'ab']]],
    [{ type: 'openFile', path: 'a', line: 4 }, [['open', { path: 'a', line: 4 }]]],
    [
      { type: 'openFile', path: 'a', line: 4, endLine: 5, column: 2 },
      [['open', { path: 'a', line: 4, endLine: 5, column: 2 }]],
    ],
    [{ type: 'openSymbol', name: 'A.b' }, [['symbol', 'A.b']]],
    [{ type: 'insertCode', text: 'x' }, [['insert', 'x']]],
    [{ type: 'applyCode', text: 'x' }, [['apply', 'x']]],
    [{ type: 'runInTerminal', text: 'ls' }, [['terminal', 'ls']]],
    [{ type: 'retry', entry: 'e' }, [['retry', 'e']]],
    [{ type: 'resume' }, [['resume']]],
    [
      { type: 'approval', callId: 'c', decision: 'approve', remember: 'always' },
      [['approval', 'c', 'approve', { remember: 'always' }]],
    ],
    [
      { type: 'approval', callId: 'c', decision: 'deny', reason: 'Not there.' },
      [['approval', 'c', 'deny', { reason: 'Not there.' }]],
    ],
    [{ type: 'openDiff', callId: 'c' }, [['diff', 'c']]],
    [{ type: 'review', action: 'keep' }, [['review', 'keep', undefined]]],
    [{ type: 'review', action: 'undo', path: '/a' }, [['review', 'undo', '/a']]],
    [{ type: 'command', command: 'showOutput' }, [['command', 'showOutput']]],
  ] as const)('does what %o asks for', async (message, expected) => {
    const { done, services } = stage();
    handleViewMessage(message as Parameters<typeof handleViewMessage>[0], services);
    await settle();
    expect(done).toEqual(expected);
  });

  test.each([
    [{ type: 'openFile', path: 'a' }, 'The file could not be opened'],
    [{ type: 'openDiff', callId: 'c' }, 'The diff could not be opened'],
    [{ type: 'review', action: 'undo' }, 'That could not be done'],
    [{ type: 'command', command: 'setApiKey' }, 'That could not be done'],
    [{ type: 'attachContent', content: 'terminal' }, 'That could not be attached'],
  ] as const)('tells the person when %o fails', async (message, what) => {
    const { done, services } = stage({ isBroken: true });
    handleViewMessage(message, services);
    await settle();
    expect(done.at(-1)).toEqual(['failed', what, new Error('No.')]);
  });
});
