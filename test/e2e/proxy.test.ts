import { once } from 'node:events';
import { createServer as createPlain, request, type Server } from 'node:http';
import { createServer as createSecure } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import { chunk } from '../actors/llm/model-server.js';
import { makeTempDir, removeTempDir, writeFiles } from '../doubles/temp-dir.js';
import { TEST_CERTIFICATE, TEST_KEY } from '../doubles/test-certificate.js';
import { troupe } from './troupe.js';

const KEY = 'hunter2-0123456789';
const ANSWER = `data: ${JSON.stringify(chunk({ content: 'Fine.' }, 'stop'))}\n\ndata: [DONE]\n\n`;

let dir: AbsPath;
let servers: Server[];
/** What the proxy was asked, as `METHOD target`, and all bytes that came to it. */
let asked: string[];
let seen: string;
/** What the model server was asked, with the key. */
let served: string[];
let proxyStatus: number;

const portOf = (server: Server): number => (server.address() as AddressInfo).port;
async function listen(server: Server): Promise<Server> {
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
const serve: Parameters<typeof createPlain>[1] = (received, response) => {
  served.push(`${received.method ?? ''} ${received.url ?? ''} ${received.headers.authorization ?? 'no key'}`);
  received.resume();
  received.on('end', () => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(ANSWER);
  });
};

/** A proxy that leads every name to this machine, to one of these servers. */
async function openProxy(plain: Server, secure: Server): Promise<Server> {
  const proxy = createPlain((received, response) => {
    asked.push(`${received.method ?? ''} ${received.url ?? ''}`);
    const url = new URL(received.url ?? '');
    const passed = request(
      { port: portOf(plain), path: url.pathname, method: received.method, headers: received.headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 0, answer.headers);
        answer.pipe(response);
      },
    );
    received.pipe(passed);
  });
  proxy.on('connect', ({ url = '', headers }, socket) => {
    asked.push(`CONNECT ${url} ${headers['proxy-authorization'] ?? ''}`.trim());
    if (proxyStatus !== 200) {
      socket.end(`HTTP/1.1 ${proxyStatus} No\r\n\r\n`);
      return;
    }
    const server = connect(portOf(secure), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.on('data', (bytes: Buffer) => (seen += bytes.toString('latin1')));
      socket.pipe(server).pipe(socket);
    });
    for (const end of [socket, server]) end.on('error', () => undefined);
  });
  return listen(proxy);
}

let proxy: Server;
let plain: Server;
let secure: Server;
beforeEach(async () => {
  dir = makeTempDir();
  [servers, asked, seen, served, proxyStatus] = [[], [], '', [], 200];
  plain = await listen(createPlain(serve));
  secure = await listen(createSecure({ key: TEST_KEY, cert: TEST_CERTIFICATE }, serve));
  proxy = await openProxy(plain, secure);
  writeFiles(dir, { 'ca.pem': TEST_CERTIFICATE, 'work/a.ts': '' });
});
afterEach(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
  removeTempDir(dir);
});

async function run(baseUrl: string, env: Record<string, string>, key = '') {
  const ended = await troupe(['run', '--base-url', baseUrl, '--model', 'm', 'Hi'], {
    cwd: join(dir, 'work'),
    env: {
      NODE_EXTRA_CA_CERTS: join(dir, 'ca.pem'),
      ...(key === '' ? {} : { TROUPE_API_KEY: key }),
      ...Object.fromEntries(
        ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'].flatMap((name) => [
          [name, ''] as const,
          [name.toLowerCase(), ''],
        ]),
      ),
      ...env,
    },
  });
  return { ...ended, answer: ended.stdout.trim() };
}
const address = (user = ''): string => `http://${user}127.0.0.1:${portOf(proxy)}`;

test.each(['HTTPS_PROXY', 'https_proxy'])(
  '%s: an https server is asked through a tunnel, which shows no key',
  async (name) => {
    const { answer, exitCode } = await run('https://example.test/v1', { [name]: address() }, KEY);
    expect([exitCode, answer]).toEqual([0, 'Fine.']);
    expect(asked).toEqual(['CONNECT example.test:443']);
    expect(served).toEqual([`POST /v1/chat/completions Bearer ${KEY}`]);
    expect(seen).not.toContain(KEY);
    expect(seen).not.toContain('chat/completions');
  },
);

test.each(['HTTP_PROXY', 'http_proxy'])(
  '%s: an http server is asked by the proxy, without a key',
  async (name) => {
    const { answer } = await run('http://example.test/v1', { [name]: address() });
    expect(answer).toBe('Fine.');
    expect(asked).toEqual(['POST http://example.test/v1/chat/completions']);
    expect(served).toEqual(['POST /v1/chat/completions no key']);
  },
);

test('the name and the password of a proxy go to the proxy alone', async () => {
  const { answer } = await run('https://example.test/v1', { HTTPS_PROXY: address('me:s%20cret@') });
  expect(answer).toBe('Fine.');
  expect(asked).toEqual([`CONNECT example.test:443 Basic ${Buffer.from('me:s cret').toString('base64')}`]);
});

test('this machine is reached without a proxy', async () => {
  const { answer } = await run(
    `http://127.0.0.1:${portOf(plain)}/v1`,
    { HTTP_PROXY: address(), HTTPS_PROXY: address() },
    KEY,
  );
  expect([answer, asked]).toEqual(['Fine.', []]);
});

test('a proxy that refuses is named, without its password', async () => {
  proxyStatus = 407;
  const { exitCode, stderr } = await run('https://example.test/v1', { HTTPS_PROXY: address('me:secret@') });
  expect(exitCode).not.toBe(0);
  expect(stderr).toContain('answered with status 407');
  expect(stderr).not.toContain('secret');
});

test('a proxy that is no address is said at once', async () => {
  const { exitCode, stderr } = await run('https://example.test/v1', {
    HTTPS_PROXY: 'socks5://me:secret@127.0.0.1',
  });
  expect(exitCode).not.toBe(0);
  expect(stderr).toContain('HTTPS_PROXY must be the address of an http proxy');
  expect(stderr).not.toContain('secret');
});
