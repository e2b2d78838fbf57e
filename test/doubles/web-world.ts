import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OwnNetwork } from '../../src/actors/tools/web/address/judge-address.js';
import type { WebAccess, WebRequest, WebResponse } from '../../src/actors/tools/web/web-access.js';
import { openPinned } from '../../src/host/node/web/open-pinned.js';

/** A request that reached the server, with the host that it was meant for. */
export interface Visit {
  readonly url: URL;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Resolves when the connection has ended. */
  readonly closed: Promise<void>;
}

/** A public address, as tests give it to names. */
export const PUBLIC = '93.184.216.34';

/**
 * The web as a test wants it: names lead to the addresses of `hosts`, and whatever is sent to any of them reaches one server
 * on loopback, over the real transport. What the tools look up, and where they connect to, is written down.
 */
export class WebWorld implements WebAccess, AsyncDisposable {
  /** Answers a visit. Default: 404. */
  handle: (visit: Visit) => void = ({ response }) => response.writeHead(404).end();
  /** The answers to look-ups of a name, one after the other; the last one stays. Default: one public address. */
  readonly hosts = new Map<string, readonly (readonly string[] | Error)[]>();
  own: readonly OwnNetwork[] = [];
  readonly lookups: string[] = [];
  readonly opened: { readonly url: string; readonly addresses: readonly string[] }[] = [];
  readonly visits: Visit[] = [];
  #port = 0;
  readonly #server = createServer((request, response) => {
    const closed = new Promise<void>((resolve) => {
      request.socket.once('close', () => {
        resolve();
      });
    });
    const url = new URL(String(request.headers['x-for']));
    const visit = { url, request, response, closed };
    this.visits.push(visit);
    this.handle(visit);
  });

  static async start(): Promise<WebWorld> {
    const world = new WebWorld();
    world.#server.listen(0, '127.0.0.1');
    await once(world.#server, 'listening');
    world.#port = (world.#server.address() as AddressInfo).port;
    return world;
  }

  /** Answers every visit with a body. */
  serve(
    body: string | Uint8Array,
    headers: Readonly<Record<string, string>> = { 'content-type': 'text/html' },
  ): void {
    this.handle = ({ response }) => response.writeHead(200, headers).end(body);
  }

  resolve(host: string, signal: AbortSignal): Promise<readonly string[]> {
    signal.throwIfAborted();
    this.lookups.push(host);
    const answers = this.hosts.get(host) ?? [[PUBLIC]];
    const nth = this.lookups.filter((name) => name === host).length - 1;
    const answer = answers[Math.min(nth, answers.length - 1)] ?? [];
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  }

  ownNetworks(): readonly OwnNetwork[] {
    return this.own;
  }

  open(url: URL, { headers, signal, addresses }: WebRequest): Promise<WebResponse> {
    this.opened.push({ url: url.href, addresses });
    const here = new URL(`http://127.0.0.1:${this.#port}${url.pathname}${url.search}`);
    return openPinned(here, { addresses: ['127.0.0.1'], headers: { ...headers, 'x-for': url.href }, signal });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
