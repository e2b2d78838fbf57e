import {
  Client,
  type ClientOptions,
  type JsonSchemaValidator,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Transport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { pathToFileURL } from 'node:url';
import { omitUndefined } from '../../protocol/json/omit-undefined.js';
import type { McpAnswer, McpList, McpQuestion } from '../../protocol/mcp.js';
import { readQuestion } from '../read-question.js';
import { boundFetch } from './bounded-fetch.js';
import { mayBeOldServer } from './failures.js';
import { LineTransport, type ServerPipes } from './line-transport.js';
import { McpConnection } from './mcp-connection.js';
import type { SignIn } from './sign-in.js';

// A server that is started by a package manager may have to be downloaded first. Units: milliseconds.
const CONNECT_TIMEOUT_MS = 60_000;

// An old server that never answers what it does not know is asked again in the old way after this. Units: milliseconds.
const PROBE_TIMEOUT_MS = 10_000;

// Several changes of a list that come together are one. Units: milliseconds.
const LIST_CHANGE_PAUSE_MS = 200;

// A server may want more once it knows who asks; one that is never content is given up.
const MAX_SIGN_INS = 2;

/** Where a server is reached. */
export type ServerAddress =
  | ({ readonly kind: 'pipes' } & ServerPipes)
  | {
      readonly kind: 'http' | 'sse';
      readonly url: URL;
      readonly headers: Readonly<Record<string, string>>;
      /** Default: whoever has to sign in is refused. */
      readonly signIn?: SignIn;
    };

/** What a connection needs of its owner. */
export interface ConnectOptions {
  readonly server: string;
  readonly version: string;
  readonly address: ServerAddress;
  /** The folders of the workspace, which the server may ask for. Shape: absolute paths. */
  readonly roots: readonly string[];
  /** Whether only the older handshake is tried, because the server has ended at the newer one. Default: no. */
  readonly isLegacy?: boolean;
  readonly signal: AbortSignal;
  readonly onLog: (text: string) => void;
  readonly onListChanged: (list: McpList) => void;
  readonly onClosed: () => void;
  readonly ask: (question: McpQuestion, signal: AbortSignal) => Promise<McpAnswer>;
  /** Runs work that waits for the person, such as signing in. Default: it is only run. */
  readonly whileAsking?: <T>(work: () => Promise<T>) => Promise<T>;
}

/**
 * Connects to a server and agrees with it on a revision of the protocol, the newest that both know.
 * Errors: any; `describeFailure` puts them into words.
 */
export async function connectServer(options: ConnectOptions): Promise<McpConnection> {
  const { address } = options;
  if (address.kind !== 'http') return connectSignedIn(address, options);
  try {
    return await connectSignedIn(address, options);
  } catch (error) {
    if (!mayBeOldServer(error) || options.signal.aborted) throw error;
    options.onLog('It does not know streamable HTTP: the older transport with server-sent events is tried.');
    return connectSignedIn({ ...address, kind: 'sse' }, options);
  }
}

/** Connects; when the server wants the person to sign in, that is done first. */
async function connectSignedIn(address: ServerAddress, options: ConnectOptions): Promise<McpConnection> {
  for (let signIns = 0; ; signIns += 1) {
    const transport = createTransport(address, options);
    const renew = signInWith(transport, address, options);
    try {
      return await connectBy(transport, options, renew);
    } catch (error) {
      if (!(error instanceof UnauthorizedError) || renew === undefined || signIns >= MAX_SIGN_INS)
        throw error;
      await renew(options.signal);
    }
  }
}

function signInWith(
  transport: Transport,
  address: ServerAddress,
  { whileAsking = (work) => work() }: ConnectOptions,
): ((signal: AbortSignal) => Promise<void>) | undefined {
  const signIn = address.kind === 'pipes' ? undefined : address.signIn;
  if (signIn === undefined) return undefined;
  if (!(transport instanceof StreamableHTTPClientTransport || transport instanceof SSEClientTransport))
    return undefined;
  return (signal) => whileAsking(() => signIn.complete((params) => transport.finishAuth(params), signal));
}

function createTransport(address: ServerAddress, { onLog }: ConnectOptions): Transport {
  if (address.kind === 'pipes') return new LineTransport(address, onLog);
  const { url, headers, signIn } = address;
  const settings = {
    requestInit: { headers },
    fetch: boundFetch(fetch, url, async () => signIn?.prepare()),
    ...omitUndefined({ authProvider: signIn }),
  };
  // The newer transport cannot speak with servers of 2024.
  return address.kind === 'http'
    ? new StreamableHTTPClientTransport(url, settings)
    : new SSEClientTransport(url, settings);
}

async function connectBy(
  transport: Transport,
  options: ConnectOptions,
  renew: ((signal: AbortSignal) => Promise<void>) | undefined,
): Promise<McpConnection> {
  const { server, version, roots, isLegacy = false, signal, onLog, onListChanged, onClosed, ask } = options;
  const client = new Client(
    { name: 'troupe', title: 'Troupe', version },
    settingsFor(isLegacy, onListChanged),
  );
  client.setRequestHandler('roots/list', () => ({
    roots: roots.map((root) => ({ uri: pathToFileURL(root).href, name: root.split(/[\\/]/).at(-1) ?? root })),
  }));
  client.setRequestHandler('elicitation/create', async ({ params }, context) => {
    const { action, content } = await ask(readQuestion(server, params), context.mcpReq.signal);
    return action === 'accept' && content !== undefined ? { action, content: { ...content } } : { action };
  });
  client.setNotificationHandler('notifications/message', ({ params }) => {
    onLog(typeof params.data === 'string' ? params.data : JSON.stringify(params.data));
  });
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a client is no event target
  client.onerror = (error) => {
    onLog(error.message);
  };
  let isOpen = false;
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a client is no event target
  client.onclose = () => {
    if (isOpen) onClosed();
    isOpen = false;
  };
  try {
    await client.connect(transport, { signal, timeout: CONNECT_TIMEOUT_MS });
  } catch (error) {
    await client.close().catch(() => undefined);
    await transport.close().catch(() => undefined);
    throw error;
  }
  isOpen = true;
  return new McpConnection(client, renew);
}

function settingsFor(isLegacy: boolean, onListChanged: ConnectOptions['onListChanged']): ClientOptions {
  const follow = (list: McpList): ListFollowing => ({
    autoRefresh: false,
    debounceMs: LIST_CHANGE_PAUSE_MS,
    onChanged: () => {
      onListChanged(list);
    },
  });
  return {
    capabilities: { roots: {}, elicitation: { form: { applyDefaults: true }, url: {} } },
    versionNegotiation: { mode: isLegacy ? 'legacy' : 'auto', probe: { timeoutMs: PROBE_TIMEOUT_MS } },
    // A stranger's schema is never compiled: it could hang or exhaust the thread.
    jsonSchemaValidator: {
      getValidator<T>(): JsonSchemaValidator<T> {
        return (input) => ({ valid: true, data: input as T, errorMessage: undefined });
      },
    },
    listChanged: {
      tools: follow('tools'),
      prompts: follow('prompts'),
      resources: follow('resources'),
    },
  };
}

interface ListFollowing {
  readonly autoRefresh: false;
  readonly debounceMs: number;
  readonly onChanged: () => void;
}
