import { createServer, type ServerResponse } from 'node:http';
import type { SignInReceiver } from '../../../actors/mcp/client/sign-in.js';

const PATH = '/callback';

/**
 * Listens on this machine for a browser that comes back from an authorization server: on the wanted port, or on a random
 * one. Requests with another `state` are refused and change nothing.
 * Source: RFC 8252, section 7.3.
 */
export async function listenForSignIn(wanted: number | undefined): Promise<SignInReceiver> {
  try {
    return await listen(wanted ?? 0);
  } catch (error) {
    if (wanted === undefined) throw error;
    return listen(0);
  }
}

async function listen(port: number): Promise<SignInReceiver> {
  let expected: { readonly state: string; readonly resolve: (params: URLSearchParams) => void } | undefined;
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    if (request.method !== 'GET' || pathname !== PATH) answer(response, 404, 'There is nothing here.');
    else if (expected === undefined || searchParams.get('state') !== expected.state)
      answer(response, 400, 'Troupe did not ask for this: start signing in again.');
    else {
      const isRefused = searchParams.has('error');
      answer(
        response,
        200,
        isRefused
          ? 'Signing in failed: Troupe says why. You can close this page.'
          : 'You can close this page and go back to Troupe.',
      );
      expected.resolve(searchParams);
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null)
    throw new Error('The address of a listener is unknown.');
  return {
    url: `http://127.0.0.1:${address.port}${PATH}`,
    receive: (state, signal) =>
      new Promise((resolve, reject) => {
        expected = { state, resolve };
        const leave = (): void => {
          reject(signal.reason as Error);
        };
        if (signal.aborted) leave();
        signal.addEventListener('abort', leave, { once: true });
      }),
    close: () => {
      server.close();
      server.closeIdleConnections();
    },
  };
}

function answer(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' });
  response.end(`${text}\n`);
}
