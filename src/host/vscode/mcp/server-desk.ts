import { SettingsError } from '../../../actors/protocol/errors.js';
import { omitUndefined } from '../../../actors/protocol/json/omit-undefined.js';
import type { McpServerDefinition, McpServerState, McpToolInfo } from '../../../actors/protocol/mcp.js';
import type { ViewStatus } from '../../../actors/protocol/ui.js';
import type { McpServers } from '../../api.js';
import type { DisabledServers } from './disabled-servers.js';
import type { SecretInputs } from './secret-values.js';
import type { ServerQuestions } from './server-questions.js';
import type { ServerNeed, ServerOrigin, ServerView } from './server-view.js';
import { MCP_TEXTS } from '../words/mcp-words.js';

const INPUT = /\$\{input:([^}]+)\}/g;

// A server that only a person can help, or that works, is not waited for any longer.
const UNSETTLED: ReadonlySet<McpServerState> = new Set(['starting', 'restarting']);

export interface ServerDeskOptions {
  /** The file of approvals; `undefined` when the workspace contains it. */
  readonly approvals:
    | { add(digest: string): Promise<void>; remove(digest: string): Promise<void> }
    | undefined;
  /** Why no server may run, as a sentence. Default: nothing is in the way. */
  readonly problem?: string;
  readonly disabled: DisabledServers;
  readonly inputs: SecretInputs;
  readonly questions: Pick<ServerQuestions, 'first' | 'answerFirst' | 'close'>;
  readonly originOf: (source: string | undefined) => ServerOrigin;
  /** Tells the person of servers that need an approval, each definition once. */
  readonly notifyUnapproved: (servers: readonly ServerView[]) => void;
  /** Tells the person, once, that a server needs something. */
  readonly notifyNeed: (server: string, need: ServerNeed) => void;
  /** Called when `list` or `summary` may be other ones. */
  readonly onChange: () => void;
}

/** The servers of one host for the person: what they do, what they need, and what can be done with them. */
export class ServerDesk {
  readonly #options: ServerDeskOptions;
  #servers: McpServers | undefined;
  #isOver = false;
  #unwatch: () => void = () => undefined;
  readonly #needs = new Map<string, ServerNeed>();
  readonly #notified = new Set<string>();
  /** The servers that the person has just started, and may be asked about. */
  readonly #attended = new Set<string>();
  readonly #listeners = new Set<() => void>();

  constructor(options: ServerDeskOptions) {
    this.#options = options;
  }

  /** Takes the servers of the host. */
  attach(servers: McpServers): void {
    this.#servers = servers;
    this.#unwatch = servers.onChanged(() => {
      this.changed();
    });
    this.changed();
  }

  /** What is wrong with the files that define servers, as sentences; most begin with a path. */
  get problems(): readonly string[] {
    const { problem } = this.#options;
    return [...(problem === undefined ? [] : [problem]), ...(this.#servers?.problems ?? [])];
  }

  list(): readonly ServerView[] {
    const servers = this.#servers;
    if (servers === undefined) return [];
    return servers.list().map((status) => {
      const definition = servers.definition(status.name);
      const need = status.state === 'failed' ? this.#needs.get(status.name) : undefined;
      return {
        ...status,
        origin: this.#options.originOf(status.source),
        isRemote: definition.transport.kind !== 'stdio',
        ...omitUndefined({ need }),
        hasInputs: listInputs(definition).length > 0,
      };
    });
  }

  find(name: string): ServerView | undefined {
    return this.list().find((server) => server.name === name);
  }

  /** Errors: `SettingsError` for a server that is gone. */
  definition(name: string): McpServerDefinition {
    return this.#expectServers().definition(name);
  }

  /** Errors: `SettingsError` for a server that is gone. */
  tools(name: string): readonly McpToolInfo[] {
    return this.#expectServers().tools(name);
  }

  get logs(): Pick<McpServers, 'log' | 'onLog'> {
    return this.#expectServers();
  }

  /** What the chat says of the servers; nothing when all is well. */
  get summary(): Pick<ViewStatus, 'toolServers'> {
    const servers = this.list();
    const unapproved = servers.filter(({ state }) => state === 'unapproved').length;
    const needing = servers.filter(({ need }) => need !== undefined).length;
    const isBlocked = this.#options.problem !== undefined;
    const failed = servers.filter(({ state, need }) => state === 'failed' && need === undefined).length;
    const asking = this.#options.questions.first?.server;
    const counts = { unapproved, needing, failed: failed + (isBlocked ? 1 : 0) };
    if (Object.values(counts).every((count) => count === 0) && asking === undefined) return {};
    return { toolServers: { ...counts, ...omitUndefined({ asking }) } };
  }

  /** Resolves when the servers have started, or will not. Never rejects. */
  get ready(): Promise<void> {
    return this.#servers?.ready ?? Promise.resolve();
  }

  /** Whether the person has just started a server, so that questions about it are expected. */
  isAttended(name: string): boolean {
    return this.#attended.has(name);
  }

  /** Records that a server cannot start without the person, who hears of it once. */
  need(name: string, need: ServerNeed): void {
    this.#needs.set(name, need);
    const key = `${need} ${name}`;
    if (!this.#notified.has(key)) this.#options.notifyNeed(name, need);
    this.#notified.add(key);
    this.changed();
  }

  /** Asks the question of a server that has waited longest. */
  answerFirst(): Promise<void> {
    return this.#options.questions.answerFirst();
  }

  /** Lets a definition run, and starts it. Errors: those of the file of approvals, and that there is none. */
  async approve(name: string, digest: string): Promise<void> {
    await this.#expectApprovals().add(digest);
    await this.#attend(name, () => this.reload());
  }

  /** Takes an approval back, which ends the server. Errors: see `approve`. */
  async revoke(name: string): Promise<void> {
    const server = this.find(name);
    if (server === undefined) return;
    await this.#expectApprovals().remove(server.digest);
    await this.reload();
  }

  /** Starts a server, or starts it again, and asks what it needs. Resolves when it is ready or has failed. */
  async start(name: string): Promise<void> {
    await this.#attend(name, () => this.#expectServers().restart(name));
  }

  async stop(name: string): Promise<void> {
    await this.#expectServers().stop(name);
  }

  async signOut(name: string): Promise<void> {
    await this.#expectServers().forget(name);
  }

  /** Turns a server on or off: one of the workspace here, and one of the person's everywhere. */
  async setDisabled(name: string, isDisabled: boolean): Promise<void> {
    const origin = this.find(name)?.origin ?? 'workspace';
    await this.#options.disabled.set(name, origin === 'workspace' ? 'here' : 'everywhere', isDisabled);
    await (isDisabled ? this.reload() : this.#attend(name, () => this.reload()));
  }

  /** Forgets the values that were entered for a server, which are asked for when it starts next. */
  async forgetInputs(name: string): Promise<void> {
    const ids = listInputs(this.definition(name));
    await this.#options.inputs.forget(this.find(name)?.source ?? '', ids);
    await this.#expectServers().forget(name);
  }

  /** Reads the files and approvals again. Errors: `SettingsError`. */
  async reload(): Promise<void> {
    await this.#servers?.reload();
    this.changed();
  }

  /** Calls `listener` when anything that is listed changes. Returns the function that ends this. */
  onChanged(listener: () => void): () => void {
    const own = (): void => {
      listener();
    };
    this.#listeners.add(own);
    return () => {
      this.#listeners.delete(own);
    };
  }

  changed(): void {
    const servers = this.list();
    for (const { name, state } of servers) if (state === 'ready') this.#needs.delete(name);
    const unapproved = servers.filter(({ state }) => state === 'unapproved');
    if (unapproved.length > 0) this.#options.notifyUnapproved(unapproved);
    this.#options.onChange();
    for (const listener of this.#listeners) listener();
  }

  dispose(): void {
    this.#isOver = true;
    this.#unwatch();
    this.#options.questions.close();
    for (const listener of this.#listeners) listener();
    this.#listeners.clear();
  }

  /** Runs `work`, and expects the person there until the server has settled, which may be later. */
  async #attend(name: string, work: () => Promise<void>): Promise<void> {
    this.#attended.add(name);
    this.#needs.delete(name);
    try {
      await work();
    } finally {
      void this.settled(name).then(() => this.#attended.delete(name));
    }
  }

  /** Resolves when a server is ready, or does not start. Never rejects. */
  settled(name: string): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => {
        const state = this.find(name)?.state;
        if (state !== undefined && UNSETTLED.has(state) && !this.#isOver) return;
        stop();
        resolve();
      };
      const stop = this.onChanged(look);
      look();
    });
  }

  #expectServers(): McpServers {
    if (this.#servers === undefined) throw new Error(MCP_TEXTS.notStarted);
    return this.#servers;
  }

  #expectApprovals(): NonNullable<ServerDeskOptions['approvals']> {
    const { approvals } = this.#options;
    if (approvals !== undefined) return approvals;
    throw new SettingsError(MCP_TEXTS.settingsInside, { setting: 'mcp' });
  }
}

/** The ids of the values that a definition asks for. */
function listInputs(definition: McpServerDefinition): readonly string[] {
  return [...JSON.stringify(definition).matchAll(INPUT)].flatMap(([, id]) => id ?? []);
}
