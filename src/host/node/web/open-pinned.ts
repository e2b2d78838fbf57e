import { request as requestPlain, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as requestEncrypted } from 'node:https';
import type { LookupFunction, Socket } from 'node:net';
import { isSameAddress } from '../../../actors/tools/web/address/is-same-address.js';
import type { WebRequest, WebResponse } from '../../../actors/tools/web/web-access.js';

// As much as servers of today send, cookies included. Units: bytes.
const MAX_HEADER_BYTES = 32 * 1024;

/**
 * Sends a GET over a connection of its own to one of the addresses, whatever a resolver says meanwhile. Before anything of
 * the request is sent, the address at the other end is compared with them. See `WebAccess.open`.
 */
export function openPinned(url: URL, { addresses, headers, signal }: WebRequest): Promise<WebResponse> {
  return new Promise((resolve, reject) => {
    const isEncrypted = url.protocol === 'https:';
    const hostname = url.hostname.replace(/^\[(.*)\]$/, '$1');
    const request = (isEncrypted ? requestEncrypted : requestPlain)({
      hostname,
      port: url.port === '' ? (isEncrypted ? 443 : 80) : url.port,
      path: `${url.pathname}${url.search}`,
      method: 'GET',
      headers: { host: url.host, ...headers },
      // A connection of its own, which ends with the answer.
      agent: false,
      lookup: createLookup(addresses),
      maxHeaderSize: MAX_HEADER_BYTES,
      // The environment can turn either of them around.
      insecureHTTPParser: false,
      ...(isEncrypted ? { rejectUnauthorized: true } : {}),
      signal,
    });
    request.on('error', reject);
    request.on('response', (response) => {
      resolve(toResponse(request, response));
    });
    // Some servers answer with another protocol, whether it was asked for or not.
    request.on('upgrade', (_response, socket) => {
      socket.destroy();
      reject(new Error('the server answered with another protocol'));
    });
    request.on('socket', (socket) => {
      socket.once(isEncrypted ? 'secureConnect' : 'connect', () => {
        if (isConnectedTo(socket, addresses)) request.end();
        else request.destroy(new Error('the connection led to another address than the one that was judged'));
      });
    });
  });
}

/** Answers with the addresses that were judged, so that nobody is asked again. */
function createLookup(addresses: readonly string[]): LookupFunction {
  const known = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  return (_host, { all }, callback) => {
    const [first = { address: '', family: 0 }] = known;
    if (all === true) callback(null, known);
    else callback(null, first.address, first.family);
  };
}

function isConnectedTo({ remoteAddress = '' }: Socket, addresses: readonly string[]): boolean {
  return addresses.some((address) => isSameAddress(address, remoteAddress));
}

function toResponse(request: ClientRequest, response: IncomingMessage): WebResponse {
  const headers = Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : value,
    ]),
  );
  return {
    status: response.statusCode ?? 0,
    headers,
    body: response,
    close: () => {
      request.destroy();
    },
  };
}
