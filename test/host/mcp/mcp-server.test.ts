import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { deferred } from '../../../src/actors/runtime/deferred.js';
import { McpServer, type McpServerPlan } from '../../../src/host/mcp/mcp-server.js';
import type { McpServerPorts } from '../../../src/host/mcp/server-ports.js';
import type { ServerProcess } from '../../../src/host/node/mcp/server-process.js';
import { FakeClock } from '../../doubles/fake-clock.js';
import { settle } from '../../doubles/settle.js';

const plan = (digest: string): McpServerPlan => ({
  digest,
  definition: { name: 'one', transport: { kind: 'stdio', command: 'one', args: [], env: {} } },
});

/** A server whose processes end when `letEnd` is called, and which ones run. */
function makeServer() {
  const running = new Set<number>();
  const mayEnd = deferred<undefined>();
  let started = 0;
  const ports: Partial<McpServerPorts> = {
    clock: new FakeClock(),
    roots: [],
    describeFailure: String,
    expand: ({ definition }) => Promise.resolve({ definition, secrets: [], missing: [] }),
    signIn: () => undefined,
    connect: ({ signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          reject(new Error('It was stopped.'));
        });
      }),
    start: () => {
      const number = (started += 1);
      const ended = deferred<string>();
      running.add(number);
      const process: Partial<ServerProcess> = {
        stderr: Readable.from([]),
        ended: ended.promise,
        end() {
          void mayEnd.promise.then(() => {
            running.delete(number);
            ended.resolve('It ended.');
          });
        },
      };
      return Promise.resolve(process as ServerProcess);
    },
  };
  const server = new McpServer(plan('1'), ports as McpServerPorts, () => undefined);
  return {
    server,
    running,
    letEnd: () => {
      mayEnd.resolve(undefined);
    },
  };
}

test('a server that is restarted while it is replaced leaves no process behind', async () => {
  const { server, running, letEnd } = makeServer();
  server.start();
  await settle();
  const replaced = server.replace(plan('2'));
  server.restart();
  const restarted = server.settled;
  await settle();
  expect([...running]).toEqual([1]);

  letEnd();
  await replaced;
  await settle();
  expect(running.size).toBe(1);
  expect(server.state).toBe('starting');
  await server[Symbol.asyncDispose]();
  await restarted;
  expect(running.size).toBe(0);
});

test('a server that is restarted while it is stopped runs', async () => {
  const { server, running, letEnd } = makeServer();
  server.start();
  await settle();
  const stopped = server.stop('You have stopped it.');
  server.restart();
  letEnd();
  await stopped;
  await settle();
  expect([...running]).toEqual([2]);
  expect(server.state).toBe('starting');
  await server[Symbol.asyncDispose]();
  expect(running.size).toBe(0);
});

test('a server that has ended for good is neither replaced nor restarted', async () => {
  const { server, running, letEnd } = makeServer();
  server.start();
  await settle();
  const replaced = server.replace(plan('2'));
  const disposed = server[Symbol.asyncDispose]();
  server.restart();
  letEnd();
  await Promise.all([replaced, disposed]);
  server.restart();
  await server.settled;
  expect(running.size).toBe(0);
  expect(server.state).toBe('stopped');
});
