import type { Socket } from 'node:net';
import { isRecord } from '../../../actors/protocol/json/json-shape.js';
import { type ChooseProxy, readProxies } from './choose-proxy.js';
import { authorizationOf, openTunnel } from './open-tunnel.js';

// Where Node's `fetch` looks for the dispatcher of its requests; undici's `setGlobalDispatcher` sets the same.
// Source: https://github.com/nodejs/undici/blob/v6.21.0/lib/global.js
const DISPATCHER = Symbol.for('undici.globalDispatcher.1');

/** What a request of `fetch` comes to, as far as it matters here. */
interface DispatchOptions {
  readonly origin: string | URL;
  readonly path: string;
  readonly headers?: unknown;
}

interface Dispatcher {
  dispatch(options: DispatchOptions, handler: unknown): boolean;
}

interface Connection {
  readonly hostname: string;
  readonly port: string;
  readonly protocol: string;
}

type Connect = (to: Connection, settle: (error: Error | null, socket: Socket | null) => void) => void;

/**
 * Sends every `fetch` of this process through the proxies that the environment names: to https addresses over a tunnel, so
 * that the proxy sees no more than the name of the server, and to http addresses as a request to the proxy. Does nothing
 * when the environment names none. Returns whether it could: a program that has set a dispatcher of its own keeps it.
 * Errors: those of `readProxies`.
 */
export function useProxies(env: Readonly<Record<string, string | undefined>>): boolean {
  const choose = readProxies(env);
  if (choose === undefined) return true;
  // The first use of what belongs to `fetch` loads it.
  if (typeof Headers !== 'function') return false;
  const holder = globalThis as unknown as Record<symbol, unknown>;
  const direct = holder[DISPATCHER];
  if (!isAgent(direct)) return false;
  holder[DISPATCHER] = createDispatcher(direct, choose);
  return true;
}

function createDispatcher(direct: Dispatcher, choose: ChooseProxy): Dispatcher {
  // Node does not export the class of its agents.
  const Agent = direct.constructor as new (options: { connect: Connect }) => Dispatcher;
  const tunnelled = new Agent({
    connect: ({ hostname, port, protocol }, settle) => {
      const proxy = choose(new URL(`${protocol}//${hostname}${port === '' ? '' : `:${port}`}`));
      const opened =
        proxy === undefined
          ? Promise.reject(new Error('there is no proxy for this address'))
          : openTunnel(proxy, hostname, port === '' ? 443 : Number(port));
      opened.then(
        (socket) => {
          settle(null, socket);
        },
        (error: unknown) => {
          settle(error instanceof Error ? error : new Error(String(error)), null);
        },
      );
    },
  });
  return {
    dispatch: (options, handler) => {
      const url = new URL(options.origin);
      const proxy = choose(url);
      if (proxy === undefined) return direct.dispatch(options, handler);
      if (url.protocol === 'https:') return tunnelled.dispatch(options, handler);
      const headers = {
        ...(isRecord(options.headers) ? options.headers : {}),
        host: url.host,
        ...authorizationOf(proxy),
      };
      return direct.dispatch(
        { ...options, origin: proxy.origin, path: `${url.origin}${options.path}`, headers },
        handler,
      );
    },
  };
}

function isAgent(value: unknown): value is Dispatcher & { readonly constructor: unknown } {
  return isRecord(value) && value.constructor.name === 'Agent' && 'dispatch' in value;
}
