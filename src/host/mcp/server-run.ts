import type { Readable } from 'node:stream';
import type { ConnectOptions, ServerAddress } from '../../actors/mcp/client/connect-server.js';
import type { SignIn } from '../../actors/mcp/client/sign-in.js';
import { SignInError } from '../../actors/mcp/client/sign-in-error.js';
import type { McpConnection } from '../../actors/mcp/client/mcp-connection.js';
import type { ServerLog } from '../../actors/mcp/server-log.js';
import { readPrompts, readResources } from '../../actors/mcp/read-offers.js';
import type { McpList, McpOffers, McpServerDefinition, McpToolInfo } from '../../actors/protocol/mcp.js';
import { sleep } from '../../actors/runtime/clock.js';
import { Throttle } from '../../actors/runtime/throttle.js';
import type { Instance, InstanceCallbacks } from '../../actors/runtime/supervisor.js';
import type { ServerProcess } from '../node/mcp/server-process.js';
import type { ExpandedDefinition } from './expand-variables.js';
import type { McpServerPorts } from './server-ports.js';
import { parseUrl } from '../../actors/protocol/web/parse-url.js';

// A flood is not worth more of this thread's time: of each chunk, the newest lines are kept.
const MAX_LINES_PER_CHUNK = 50;

// A line that never ends is cut into pieces of this length. Units: UTF-16 units.
const MAX_PENDING_CHARS = 4_000;

// A server whose lists change all the time gets a tenth of this thread's time for that at most.
const PAUSES_PER_LISTING = 9;

// The longest pause between two listings. Units: milliseconds.
const MAX_LISTING_PAUSE_MS = 30_000;

interface RunOptions {
  readonly report: InstanceCallbacks;
  readonly definition: McpServerDefinition;
  /** The definition without variables. */
  readonly expand: () => Promise<ExpandedDefinition>;
  readonly isLegacy: boolean;
  readonly ports: McpServerPorts;
  readonly log: ServerLog;
  readonly learnSecrets: (secrets: readonly string[]) => void;
  readonly onTools: (tools: readonly McpToolInfo[]) => void;
  readonly onOffers: (offers: Partial<McpOffers>) => void;
  readonly ask: McpServerPorts['ask'];
  readonly whileAsking: NonNullable<ConnectOptions['whileAsking']>;
  readonly onFailedHandshake: () => void;
  /** Called when a server that was ready is lost, before its processes have ended. */
  readonly onLost: () => void;
}

/** One run of a server: its process, if it has one, and the connection to it. */
export class ServerRun implements Instance {
  readonly #options: RunOptions;
  readonly #abort = new AbortController();
  #process: ServerProcess | undefined;
  #connection: McpConnection | undefined;
  #signIn: SignIn | undefined;
  readonly #following = new Map<McpList, Throttle>();
  #ending: 'stop' | 'kill' | undefined;
  #isOver = false;

  constructor(options: RunOptions) {
    this.#options = options;
    void this.#begin();
  }

  /** Set while the server is ready. */
  get connection(): McpConnection | undefined {
    return this.#connection;
  }

  /** A server that computes does not answer, and works nevertheless: only the end of its process or connection counts. */
  ping(): void {
    this.#options.report.alive();
  }

  end(how: 'stop' | 'kill'): void {
    this.#ending = how;
    this.#abort.abort();
    const connection = this.#connection;
    this.#connection = undefined;
    void connection?.close().catch(() => undefined);
    if (this.#process !== undefined) this.#process.end(how);
    else if (connection !== undefined) void Promise.resolve().then(() => this.#finish('It was stopped.'));
  }

  async #begin(): Promise<void> {
    const { ports, definition, expand, isLegacy, log, report, ask, whileAsking } = this.#options;
    const { learnSecrets, onFailedHandshake } = this.#options;
    const { signal } = this.#abort;
    let isHandshake = false;
    try {
      const expanded = await expand();
      learnSecrets(expanded.secrets);
      if (expanded.missing.length > 0) {
        report.unusable(`These variables of its definition have no value: ${expanded.missing.join(', ')}.`);
        this.#finish('It was not started.');
        return;
      }
      const refusal = refusePlainHttp(expanded.definition);
      if (refusal !== undefined) {
        report.unusable(refusal);
        this.#finish('It was not started.');
        return;
      }
      this.#signIn = ports.signIn(expanded.definition, learnSecrets);
      const process =
        expanded.definition.transport.kind === 'stdio' ? await ports.start(expanded.definition) : undefined;
      if (process !== undefined) this.#watch(process);
      if (this.#ending !== undefined) process?.end(this.#ending);
      signal.throwIfAborted();
      isHandshake = true;
      const connection = await ports.connect({
        server: definition.name,
        version: ports.version,
        address: addressOf(expanded.definition, process, this.#signIn),
        roots: ports.roots,
        isLegacy,
        signal,
        onLog: (text) => {
          log.add('server', text);
        },
        onListChanged: (list) => {
          this.#follow(list, connection);
        },
        onClosed: () => {
          this.#lose('It closed the connection.');
        },
        ask,
        whileAsking,
      });
      isHandshake = false;
      await this.#list(connection);
    } catch (error) {
      if (error instanceof SignInError) {
        report.unusable(error.message);
        this.#finish(error.message);
        return;
      }
      if (isHandshake && this.#ending === undefined) onFailedHandshake();
      this.#lose(ports.describeFailure(error));
    }
  }

  /** Lists what the server offers for the first time: it is ready once its tools are known. Errors: any. */
  async #list(connection: McpConnection): Promise<void> {
    const { onTools, report } = this.#options;
    try {
      const tools = await connection.listTools(this.#abort.signal);
      if (this.#abort.signal.aborted) throw new Error('It was stopped.');
      this.#connection = connection;
      onTools(tools);
      report.ready();
    } catch (error) {
      await connection.close().catch(() => undefined);
      throw error;
    }
    this.#follow('prompts', connection);
    this.#follow('resources', connection);
  }

  /** Reads a list soon; however often it changes, that takes a small part of the time. */
  #follow(list: McpList, connection: McpConnection): void {
    const { clock } = this.#options.ports;
    const { signal } = this.#abort;
    let throttle = this.#following.get(list);
    if (throttle === undefined) {
      throttle = new Throttle(clock, 0, async () => {
        if (signal.aborted) return;
        const beganAtMs = clock.now();
        await this.#refresh(list, connection);
        const pauseMs = Math.min((clock.now() - beganAtMs) * PAUSES_PER_LISTING, MAX_LISTING_PAUSE_MS);
        await sleep(clock, pauseMs, signal).catch(() => undefined);
      });
      this.#following.set(list, throttle);
    }
    throttle.trigger();
  }

  /** Reads a list. One that cannot be read stays as it was, and the log says so. Never rejects. */
  async #refresh(list: McpList, connection: McpConnection): Promise<void> {
    const { onTools, onOffers, log, ports } = this.#options;
    const { signal } = this.#abort;
    try {
      if (list === 'tools') onTools(await connection.listTools(signal));
      else if (list === 'prompts') onOffers({ prompts: readPrompts(await connection.listPrompts(signal)) });
      else onOffers({ resources: readResources(await connection.listResources(signal)) });
    } catch (error) {
      if (!signal.aborted)
        log.add('troupe', `Its list of ${list} could not be read. ${ports.describeFailure(error)}`);
    }
  }

  #watch(process: ServerProcess): void {
    this.#process = process;
    readLines(process.stderr, (line) => {
      this.#options.log.add('server', line);
    });
    void process.ended.then((reason) => {
      this.#finish(reason);
    });
  }

  /** The connection is of no use any more: the process is ended, and its end ends the run. */
  #lose(reason: string): void {
    if (this.#isOver) return;
    this.#options.log.add('troupe', reason);
    this.#abort.abort();
    if (this.#connection !== undefined) this.#options.onLost();
    this.#connection = undefined;
    if (this.#process === undefined) this.#finish(reason);
    else this.#process.end('kill');
    this.#reason ??= reason;
  }

  #reason: string | undefined;

  #finish(reason: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#signIn?.close();
    this.#abort.abort();
    if (this.#connection !== undefined && this.#ending === undefined) this.#options.onLost();
    this.#connection = undefined;
    const text = [this.#reason, reason].filter((part) => part !== undefined && part !== '').join(' ');
    // The supervisor must not hear of an end before its `start` has returned.
    queueMicrotask(() => {
      this.#options.report.ended({ reason: text, retry: 'withinLimits' });
    });
  }
}

/** Where the server of a definition without variables is reached. Errors: `TypeError` for an address that is none. */
function addressOf(
  { transport }: McpServerDefinition,
  process: ServerProcess | undefined,
  signIn: SignIn | undefined,
): ServerAddress {
  if (transport.kind !== 'stdio') {
    const address = { kind: transport.kind, url: new URL(transport.url), headers: transport.headers };
    return signIn === undefined ? address : { ...address, signIn };
  }
  if (process === undefined) throw new TypeError('A server on standard streams has a process.');
  return { kind: 'pipes', stdin: process.stdin, stdout: process.stdout };
}

/** Why the address of a server is not used: others could read what is sent to it. */
function refusePlainHttp({ transport }: McpServerDefinition): string | undefined {
  if (transport.kind === 'stdio') return undefined;
  const url = parseUrl(transport.url);
  if (url === undefined) return undefined;
  const { protocol, hostname } = url;
  const isLocal = hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
  return protocol !== 'http:' || isLocal || transport.allowsPlainHttp === true
    ? undefined
    : `Its address ${hostname} is reached without encryption: use https, or set "allowPlainHttp": true in its definition.`;
}

/** Calls `onLine` with the lines of a stream, without ever holding much of it. */
function readLines(stream: Readable, onLine: (line: string) => void): void {
  let pending = '';
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    const lines = `${pending}${chunk}`.split('\n');
    pending = (lines.pop() ?? '').slice(0, MAX_PENDING_CHARS);
    for (const line of lines.slice(-MAX_LINES_PER_CHUNK)) if (line.trim() !== '') onLine(line);
  });
  stream.on('end', () => {
    if (pending.trim() !== '') onLine(pending);
  });
}
