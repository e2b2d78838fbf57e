import type { CallOptions, McpConnection } from '../../actors/mcp/client/mcp-connection.js';
import { ServerLog } from '../../actors/mcp/server-log.js';
import { redactSecrets } from '../../actors/llm/redact.js';
import { isTooDeep } from '../../actors/protocol/json/json-depth.js';
import { ToolExecutionError } from '../../actors/protocol/errors.js';
import { omitUndefined } from '../../actors/protocol/json/omit-undefined.js';
import type {
  McpAnswer,
  McpOffers,
  McpQuestion,
  McpServerState,
  McpServerStatus,
  McpToolInfo,
} from '../../actors/protocol/mcp.js';
import { within } from '../../actors/runtime/clock.js';
import { type Deferred, deferred } from '../../actors/runtime/deferred.js';
import { RESTART_LIMITS } from '../../actors/runtime/restart-budget.js';
import {
  type InstanceCallbacks,
  type SupervisionState,
  Supervisor,
} from '../../actors/runtime/supervisor.js';
import { CallClock } from './call-clock.js';
import { findWrittenSecrets } from './find-written-secrets.js';
import { RunningCalls } from './running-calls.js';
import type { DefinedServer, McpServerPorts } from './server-ports.js';
import { ServerRun } from './server-run.js';

// A server that was ready for this long works: its next end is the first one again. Units: milliseconds.
const HEALTHY_AFTER_MS = 30_000;

// Two handshakes are tried, and each once more.
const MAX_LOSSES_BEFORE_READY = 4;

// Within this time a server that has crashed is mostly back. Units: milliseconds.
const MAX_WAIT_MS = 10_000;

// A call of a tool mostly takes seconds, and some build or test for minutes without a word. Units: milliseconds.
const DEFAULT_TIMEOUT_MS = 120_000;

// More than a person answers one after the other. The others are declined.
const MAX_QUESTIONS = 5;

/** How one call of a tool is followed. */
export interface ToolCallOptions extends CallOptions {
  /** Stops the time of whoever waits for the call; the returned function lets it go on. Default: it goes on. */
  readonly pauseCaller?: () => () => void;
}

/** Where a server comes from, and whether it may start. */
export interface McpServerPlan extends DefinedServer {
  readonly digest: string;
  /** Why it is not started. Default: it is. */
  readonly hindrance?: { readonly state: 'unapproved' | 'blocked' | 'disabled'; readonly reason: string };
}

/** One server: kept running, listed, called. */
export class McpServer implements AsyncDisposable {
  #plan: McpServerPlan;
  readonly #ports: McpServerPorts;
  readonly #onChange: () => void;
  readonly #log: ServerLog;
  #supervisor: Supervisor;
  #isEnded = false;
  #isDisposed = false;
  /** Settles when the latest change of whether it runs has been made: they come one after the other. */
  #last: Promise<void> = Promise.resolve();
  #secrets: readonly string[];
  #state: McpServerState = 'stopped';
  #reason: string | undefined;
  #run: ServerRun | undefined;
  #isLegacy = false;
  #tools: readonly McpToolInfo[] = [];
  #toolNames: readonly string[] = [];
  #offers: McpOffers = { prompts: [], resources: [] };
  readonly #calls = new RunningCalls();
  #questions = 0;
  #settled: Deferred<void> = deferred();
  #wasSettled = false;

  /** `onChange`: the state or the list of tools is another one. */
  constructor(plan: McpServerPlan, ports: McpServerPorts, onChange: () => void) {
    this.#plan = plan;
    this.#ports = ports;
    this.#onChange = onChange;
    // Those that stand in the definition itself are known before its variables have values.
    this.#secrets = findWrittenSecrets(plan.definition);
    this.#log = new ServerLog(
      () => ports.clock.now(),
      (text) => this.clean(text),
    );
    this.#supervisor = this.#supervise();
    if (plan.hindrance === undefined) return;
    // Nobody listens yet.
    this.#state = plan.hindrance.state;
    this.#reason = plan.hindrance.reason;
    this.#wasSettled = true;
    this.#settled.resolve();
  }

  get name(): string {
    return this.#plan.definition.name;
  }

  /** The tools that it has listed last; those of the last connection while it is not connected. */
  get tools(): readonly McpToolInfo[] {
    return this.#tools;
  }

  /** The prompts and resources that it has listed last. */
  get offers(): McpOffers {
    return this.#offers;
  }

  get hasResources(): boolean {
    return this.#run?.connection?.hasResources === true;
  }

  get log(): Pick<ServerLog, 'lines' | 'onLine'> {
    return this.#log;
  }

  get state(): McpServerState {
    return this.#state;
  }

  status(isLazy: boolean): McpServerStatus {
    const { digest, source } = this.#plan;
    const revision = this.#run?.connection?.revision;
    return {
      name: this.name,
      state: this.#state,
      ...omitUndefined({ reason: this.#reason, source }),
      digest,
      ...omitUndefined({ revision }),
      tools: this.#toolNames,
      isLazy,
      restarts: this.#supervisor.restarts,
    };
  }

  /** Starts it, unless something hinders that. */
  start(): void {
    if (this.#plan.hindrance !== undefined) return;
    this.#enter('starting');
    this.#supervisor.start();
  }

  /** Starts it again, also after it has failed too often or was stopped. */
  restart(): void {
    if (this.#plan.hindrance !== undefined || this.#isDisposed) return;
    this.#renewSettled();
    void this.#inTurn(() => {
      if (this.#plan.hindrance !== undefined || this.#isDisposed) return;
      if (this.#isEnded) this.#startAnew();
      else this.#supervisor.restart();
    });
  }

  /** Ends it until it is started again. Resolves when none of its processes is left. */
  stop(reason: string): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#plan.hindrance !== undefined) return;
      await this.#end();
      this.#enter('stopped', reason);
    });
  }

  /** Takes another definition, or another reason not to run. One that stays as it was goes on. */
  replace(plan: McpServerPlan): Promise<void> {
    return this.#inTurn(async () => {
      const { digest, hindrance } = this.#plan;
      this.#plan = plan;
      if (digest === plan.digest && hindrance?.state === plan.hindrance?.state) return;
      await this.#end();
      this.#learn(findWrittenSecrets(plan.definition));
      this.#isLegacy = false;
      if (this.#isDisposed) return;
      this.#renewSettled();
      if (plan.hindrance === undefined) this.#startAnew();
      else this.#enter(plan.hindrance.state, plan.hindrance.reason);
    });
  }

  /** Resolves when it is ready, or will not be. */
  get settled(): Promise<void> {
    return this.#settled.promise;
  }

  note(text: string): void {
    this.#log.add('troupe', text);
  }

  /** The text without the secrets of the definition, and without tokens. */
  clean(text: string): string {
    return redactSecrets(text, this.#secrets);
  }

  /** A value of JSON without those. Errors: `ToolExecutionError` for one that is nested too deep. */
  cleanValue<T>(value: T): T {
    if (isTooDeep(value)) throw this.#failure('It sent something that is nested too deep.');
    const text = JSON.stringify(value);
    const clean = this.clean(text);
    // What stands for a secret is allowed in a string of JSON.
    return clean === text ? value : (JSON.parse(clean) as T);
  }

  /**
   * Runs `request` on the connection; while the server starts again, it waits for a moment.
   * Errors: `ToolExecutionError`, without secrets; the signal's reason when it aborts.
   */
  async request<T>(
    signal: AbortSignal,
    request: (connection: McpConnection, timeoutMs: number) => Promise<T>,
  ): Promise<T> {
    if (this.#run?.connection === undefined && this.#state !== 'failed')
      await within(this.#ports.clock, MAX_WAIT_MS, Promise.race([this.#settled.promise, aborted(signal)]));
    signal.throwIfAborted();
    const connection = this.#run?.connection;
    if (connection === undefined)
      throw this.#failure(`It is not running (${this.#state}). ${this.#reason ?? ''}`);
    try {
      return await request(connection, this.#plan.definition.timeoutMs ?? DEFAULT_TIMEOUT_MS);
    } catch (error) {
      signal.throwIfAborted();
      throw this.#failure(this.#ports.describeFailure(error));
    }
  }

  /** Calls a tool. Errors: those of `request`. */
  call(
    tool: McpToolInfo,
    args: Readonly<Record<string, unknown>>,
    { signal, onProgress, pauseCaller }: ToolCallOptions,
  ): Promise<unknown> {
    return this.request(signal, (connection, timeoutMs) => {
      const { clock } = this.#ports;
      const time = new CallClock({ clock, timeoutMs, ...omitUndefined({ pauseCaller }) });
      return this.#calls.run(time, () =>
        connection.callTool(tool, args, {
          signal: AbortSignal.any([signal, time.signal]),
          onProgress: (text) => {
            time.noteProgress();
            onProgress(text);
          },
        }),
      );
    });
  }

  /** Forgets its tokens and inputs, and ends it. Errors: those of the store. */
  async forget(): Promise<void> {
    await this.#ports.forget(this.#plan);
    await this.stop('You have had its tokens and values forgotten.');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposed = true;
    await this.#inTurn(async () => {
      await this.#end();
      this.#enter('stopped');
      this.#settled.resolve();
    });
  }

  /** Puts a question to the person, unless too many wait already. */
  async #ask(question: McpQuestion, signal: AbortSignal): Promise<McpAnswer> {
    if (this.#questions >= MAX_QUESTIONS) {
      this.note('It asked too many questions at once: one was declined.');
      return { action: 'decline' };
    }
    this.#questions += 1;
    try {
      const asked = { ...question, message: this.clean(question.message) };
      return await this.#calls.whileAsking(() => this.#ports.ask(asked, signal));
    } finally {
      this.#questions -= 1;
    }
  }

  #supervise(): Supervisor {
    return new Supervisor({
      clock: this.#ports.clock,
      rules: { ...RESTART_LIMITS, maxLossesBeforeReady: MAX_LOSSES_BEFORE_READY, isClearedByHealth: true },
      healthyAfterMs: HEALTHY_AFTER_MS,
      random: Math.random,
      start: (report) => this.#begin(report),
      onState: (state, { reason }) => {
        this.#enter(STATES[state], reason);
      },
    });
  }

  #inTurn(change: () => void | Promise<void>): Promise<void> {
    const made = this.#last.then(change);
    this.#last = made.catch(() => undefined);
    return made;
  }

  #startAnew(): void {
    this.#isEnded = false;
    this.#supervisor = this.#supervise();
    this.start();
  }

  async #end(): Promise<void> {
    this.#isEnded = true;
    await this.#supervisor.close();
  }

  #learn(secrets: readonly string[]): void {
    const known = new Set([...secrets, ...this.#secrets]);
    // The longest first: a secret may contain another one.
    this.#secrets = [...known].sort((one, other) => other.length - one.length);
  }

  #begin(report: InstanceCallbacks): ServerRun {
    const run = new ServerRun({
      report,
      isLegacy: this.#isLegacy,
      definition: this.#plan.definition,
      expand: () => this.#ports.expand(this.#plan),
      ports: this.#ports,
      log: this.#log,
      learnSecrets: (secrets) => {
        this.#learn(secrets);
      },
      onTools: (tools) => {
        if (this.#run !== run) return;
        this.#tools = tools;
        this.#toolNames = this.cleanValue(tools.map(({ name }) => name));
        this.#onChange();
      },
      onOffers: (offers) => {
        if (this.#run !== run) return;
        this.#offers = this.cleanValue({ ...this.#offers, ...offers });
        this.#onChange();
      },
      ask: (question, signal) => this.#ask(question, signal),
      whileAsking: (work) => this.#calls.whileAsking(work),
      // A server that ends at the newer handshake is an old one, or broken: the older one is tried next.
      onLost: () => {
        if (this.#run === run && this.#wasSettled) this.#renewSettled();
      },
      onFailedHandshake: () => {
        this.#isLegacy = !this.#isLegacy;
      },
    });
    this.#run = run;
    return run;
  }

  #enter(state: McpServerState, reason = ''): void {
    this.#state = state;
    this.#reason = reason === '' ? undefined : this.clean(reason);
    if (reason !== '' || state === 'ready') this.#log.add('troupe', `${state}. ${reason}`.trim());
    // Whoever waits for the first start goes on waiting; after that, a restart is waited for anew.
    if (state === 'restarting' && this.#wasSettled) this.#renewSettled();
    if (state !== 'starting' && state !== 'restarting') {
      this.#wasSettled = true;
      this.#settled.resolve();
    }
    this.#onChange();
  }

  #renewSettled(): void {
    // A promise that nothing has settled yet serves those who wait for it, and the new start.
    if (!this.#wasSettled) return;
    this.#wasSettled = false;
    this.#settled = deferred();
  }

  #failure(text: string): ToolExecutionError {
    return new ToolExecutionError(this.clean(`The MCP server ${this.name}: ${text.trim()}`), {
      tool: this.name,
    });
  }
}

const STATES: Readonly<Record<SupervisionState, McpServerState>> = {
  starting: 'starting',
  alive: 'ready',
  restarting: 'restarting',
  failed: 'failed',
};

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener(
      'abort',
      () => {
        resolve();
      },
      { once: true },
    );
  });
}
