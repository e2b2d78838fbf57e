import { once } from 'node:events';
import { createServer as createPlain, type Server } from 'node:http';
import { createServer as createEncrypted } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { nodeWeb } from '../../../../src/host/node/web/node-web.js';
import { openPinned } from '../../../../src/host/node/web/open-pinned.js';
import { TEST_CERTIFICATE, TEST_KEY } from '../../../doubles/test-certificate.js';

const visits: string[] = [];
const servers: Server[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  visits.length = 0;
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
});

/** Starts a server on loopback, and resolves to its port. */
async function start(server: Server): Promise<number> {
  servers.push(server);
  server.on('request', (request, response) => {
    visits.push(`${request.headers.host} ${request.url}`);
    response.end('hello');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const options = (...addresses: readonly string[]) => ({
  addresses,
  headers: {},
  signal: new AbortController().signal,
});

test('a request goes to the given address, whatever the name means elsewhere', async () => {
  const port = await start(createPlain());
  const { status, body } = await openPinned(
    new URL(`http://no-such-host.example:${port}/a?b`),
    options('127.0.0.1'),
  );
  expect({ status, body: await textOf(body) }).toEqual({ status: 200, body: 'hello' });
  expect(visits).toEqual([`no-such-host.example:${port} /a?b`]);
});

test('nothing is sent over a connection that led to another address', async () => {
  const port = await start(createPlain());
  await expect(
    openPinned(new URL(`http://127.0.0.1:${port}/secret`), options('93.184.216.34')),
  ).rejects.toThrow('the connection led to another address than the one that was judged');
  expect(visits).toEqual([]);
});

test('a certificate that nobody trusts is refused, whatever the environment says', async () => {
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  const port = await start(createEncrypted({ key: TEST_KEY, cert: TEST_CERTIFICATE }));
  await expect(
    openPinned(new URL(`https://example.test:${port}/`), options('127.0.0.1')),
  ).rejects.toMatchObject({
    code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
  });
  expect(visits).toEqual([]);
});

test('a closed response ends its connection', async () => {
  const server = createPlain();
  const port = await start(server);
  const closed = once(server, 'connection').then(([socket]) => once(socket as NodeJS.EventEmitter, 'close'));
  const response = await openPinned(new URL(`http://127.0.0.1:${port}/`), options('127.0.0.1'));
  response.close();
  response.close();
  await closed;
});

test('an abort ends the connection', async () => {
  const server = createPlain();
  const connected = once(server, 'connection');
  server.listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const controller = new AbortController();
  const opening = openPinned(new URL(`http://127.0.0.1:${port}/`), {
    ...options('127.0.0.1'),
    signal: controller.signal,
  });
  const [socket] = (await connected) as [NodeJS.EventEmitter];
  const closed = once(socket, 'close');
  controller.abort();
  await expect(opening).rejects.toMatchObject({ name: 'AbortError' });
  await closed;
});

test('the networks of this machine include its loopback', () => {
  expect(nodeWeb.ownNetworks()).toContainEqual({ address: '127.0.0.1', prefixBits: 8 });
});

test('a look-up ends with its signal', async () => {
  const controller = new AbortController();
  controller.abort(new Error('enough'));
  await expect(nodeWeb.resolve('localhost', controller.signal)).rejects.toThrow('enough');
  expect(await nodeWeb.resolve('127.0.0.1', new AbortController().signal)).toEqual(['127.0.0.1']);
});

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}
