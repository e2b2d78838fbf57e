import { request as requestPlain } from 'node:http';
import { request as requestEncrypted } from 'node:https';
import type { Socket } from 'node:net';
import { connect } from 'node:tls';

// As long as Node's own `fetch` waits for a connection, twice: for the proxy, and for what is behind it. Units: milliseconds.
const TIMEOUT_MS = 20_000;

/** The header with the name and the password in the address of a proxy; none when it has neither. */
export function authorizationOf({ username, password }: URL): Readonly<Record<string, string>> {
  if (username === '' && password === '') return {};
  const words = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(words).toString('base64')}` };
}

/**
 * A connection to a server behind a proxy, encrypted from here to the server: the proxy sees its name and nothing else.
 * Errors: what the connection throws; an `Error` with the proxy's answer, without a password.
 */
export async function openTunnel(proxy: URL, host: string, port: number): Promise<Socket> {
  const socket = await askForTunnel(proxy, `${host}:${port}`);
  const servername = host.replace(/^\[(.*)\]$/, '$1');
  return new Promise((resolve, reject) => {
    const secure = connect({ socket, servername, ALPNProtocols: ['http/1.1'] });
    secure.setTimeout(TIMEOUT_MS, () => {
      secure.destroy(new Error(`the server behind the proxy ${proxy.host} did not answer in time`));
    });
    secure.once('error', reject);
    secure.once('secureConnect', () => {
      secure.setTimeout(0);
      secure.off('error', reject);
      resolve(secure);
    });
  });
}

function askForTunnel(proxy: URL, target: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const isEncrypted = proxy.protocol === 'https:';
    const request = (isEncrypted ? requestEncrypted : requestPlain)({
      hostname: proxy.hostname.replace(/^\[(.*)\]$/, '$1'),
      port: proxy.port === '' ? (isEncrypted ? 443 : 80) : proxy.port,
      method: 'CONNECT',
      path: target,
      headers: { host: target, ...authorizationOf(proxy) },
      agent: false,
      timeout: TIMEOUT_MS,
    });
    const refuse = (status: number | undefined): void => {
      request.destroy();
      reject(new Error(`the proxy ${proxy.host} answered with status ${status ?? 'none'}`));
    };
    request.once('timeout', () =>
      request.destroy(new Error(`the proxy ${proxy.host} did not answer in time`)),
    );
    request.once('error', reject);
    request.once('response', ({ statusCode }) => {
      refuse(statusCode);
    });
    request.once('connect', ({ statusCode }, socket, head) => {
      if (statusCode !== 200 || head.length > 0) {
        socket.destroy();
        refuse(statusCode);
        return;
      }
      socket.setTimeout(0);
      resolve(socket);
    });
    request.end();
  });
}
