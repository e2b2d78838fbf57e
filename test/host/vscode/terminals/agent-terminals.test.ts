import { describe, expect, test } from 'vitest';
import type { TerminalAccess, TerminalEvent, TerminalInfo } from '../../../../src/actors/protocol/shell.js';
import type { ThreadId } from '../../../../src/actors/protocol/thread.js';
import type { AbsPath } from '../../../../src/actors/protocol/workspace.js';
import {
  AgentTerminals,
  type CreateTerminal,
  type TerminalHandlers,
} from '../../../../src/host/vscode/terminals/agent-terminals.js';
import { settle } from '../../../doubles/settle.js';

const info = (id: string, isBusy = false): TerminalInfo => ({ id, cwd: '/work' as AbsPath, isBusy });

/** The terminals of a host. */
class FakeAccess implements TerminalAccess {
  readonly open = new Map<string, TerminalInfo>();
  readonly done: string[] = [];
  #listener: ((event: TerminalEvent) => void) | undefined;

  list() {
    return [...this.open.values()];
  }
  watch(listener: (event: TerminalEvent) => void) {
    this.#listener = listener;
    return () => {
      this.#listener = undefined;
    };
  }
  interrupt(id: string) {
    this.done.push(`interrupt ${id}`);
  }
  kill(id: string) {
    this.done.push(`kill ${id}`);
    this.open.delete(id);
    this.say({ type: 'closed', id });
    return Promise.resolve();
  }
  say(event: TerminalEvent) {
    if (event.type === 'opened') this.open.set(event.terminal.id, event.terminal);
    this.#listener?.(event);
  }
}

function makeTerminals() {
  const log: string[] = [];
  const handlers = new Map<string, TerminalHandlers>();
  const terminals = new AgentTerminals({
    onChange: () => undefined,
    onProblem: (what) => log.push(what),
  });
  const create: CreateTerminal = ({ id }, given) => {
    handlers.set(id, given);
    return {
      write: (event) => log.push(`${id} ${event.type}`),
      show: () => log.push(`${id} show`),
      close: () => log.push(`${id} close`),
    };
  };
  const access = new FakeAccess();
  terminals.attach(access, create);
  return { terminals, access, create, log, handlers };
}

describe('terminals of the agent', () => {
  test('are shown with what happens in them, and listed with their newest command', () => {
    const { terminals, access, log } = makeTerminals();
    access.say({ type: 'opened', terminal: info('1', true) });
    access.say({ type: 'command', id: '1', command: 'npm start' });
    access.say({ type: 'output', id: '1', text: 'up' });
    expect(log).toEqual(['1 command', '1 output']);
    expect(terminals.list()).toEqual([{ ...info('1', true), lastCommand: 'npm start' }]);
  });

  test('end when the person closes theirs, once', async () => {
    const { access, handlers, log } = makeTerminals();
    access.say({ type: 'opened', terminal: info('1') });
    handlers.get('1')?.onClosed();
    await settle();
    expect(access.done).toEqual(['kill 1']);
    expect(log).toEqual([]);
  });

  test('close when the agent ends theirs', () => {
    const { access, log, terminals } = makeTerminals();
    access.say({ type: 'opened', terminal: info('1') });
    void access.kill('1');
    expect(log).toEqual(['1 close']);
    expect(terminals.list()).toEqual([]);
  });

  test('are listed for the thread that opened them', () => {
    const { access, terminals } = makeTerminals();
    access.say({ type: 'opened', terminal: { ...info('1'), thread: 'a' } });
    access.say({ type: 'opened', terminal: { ...info('2'), thread: 'b' } });
    access.say({ type: 'opened', terminal: info('3') });
    expect(terminals.list('b' as ThreadId).map(({ id }) => id)).toEqual(['2']);
    expect(terminals.list()).toHaveLength(3);
  });

  test('are interrupted, and ended one by one', async () => {
    const { access, handlers, terminals } = makeTerminals();
    for (const id of ['1', '2', '3']) access.say({ type: 'opened', terminal: info(id) });
    handlers.get('2')?.onInterrupt();
    await terminals.end('2');
    await terminals.end('2');
    expect(access.done).toEqual(['interrupt 2', 'kill 2']);
  });

  test('close with their host, and later ones are those of the next', () => {
    const { access, create, log, terminals } = makeTerminals();
    access.say({ type: 'opened', terminal: info('1') });
    const next = new FakeAccess();
    terminals.attach(next, create);
    expect(log).toEqual(['1 close']);
    access.say({ type: 'opened', terminal: info('2') });
    next.say({ type: 'opened', terminal: info('1') });
    terminals.show('1');
    expect(log).toEqual(['1 close', '1 show']);
    expect(terminals.list().map(({ id }) => id)).toEqual(['1']);
  });

  test('that cannot be ended are reported', async () => {
    const { access, log, terminals } = makeTerminals();
    access.say({ type: 'opened', terminal: info('1') });
    access.kill = () => Promise.reject(new Error('It hangs.'));
    await terminals.end('1');
    expect(log).toEqual(['Terminal 1 could not be ended']);
  });
});
