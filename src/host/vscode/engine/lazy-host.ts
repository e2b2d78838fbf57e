import { InvalidRootError } from '../../../actors/protocol/errors.js';
import type { AbsPath, RootStatus } from '../../../actors/protocol/workspace.js';
import type { LifeState } from '../../../actors/runtime/supervisor.js';
import type { ApprovalPolicy, CommandOptions, Host, WorkspaceOptions } from '../../api.js';

/** What a host is made of. As long as it stays the same, so does the host. */
export interface HostPlan {
  readonly roots: readonly string[];
  readonly workspace: WorkspaceOptions;
  /** What runs without asking. */
  readonly approvals: Partial<ApprovalPolicy>;
  readonly commands: CommandOptions;
}

/** How the host is, for whoever shows it. */
export type HostState =
  /** Nobody has needed it yet, or there is nothing to make one of. */
  | { readonly status: 'closed' }
  | { readonly status: 'starting' }
  | { readonly status: 'failed'; readonly error: Error }
  | {
      readonly status: 'open';
      readonly life: LifeState;
      readonly roots: readonly RootStatus[];
      /** Folders that are not there. */
      readonly missing: readonly InvalidRootError[];
    };

export interface LazyHostOptions {
  /** What is wanted now; `undefined` when there is nothing to make a host of. */
  readonly plan: () => HostPlan | undefined;
  /** Errors: those of `createHost`. */
  readonly create: (plan: HostPlan) => Promise<Host>;
  /** Called after each change of `state`. */
  readonly onChange: () => void;
  /** Told what went wrong where nobody waits. */
  readonly onProblem: (what: string, error: unknown) => void;
}

/** A host that is being made, or is there. */
interface Opening {
  /** Tells one plan from another. */
  readonly key: string;
  readonly host: Promise<Host>;
}

/** Made when it is first needed, and again when what it is made of changes: the old one is disposed of first. */
export class LazyHost implements AsyncDisposable {
  readonly #options: LazyHostOptions;
  #state: HostState = { status: 'closed' };
  #opening: Opening | undefined;
  #isNeeded = false;
  #isOver = false;
  #unwatch: () => void = () => undefined;
  /** Resolves when every host before the present one is disposed of. */
  #burials: Promise<void> = Promise.resolve();

  constructor(options: LazyHostOptions) {
    this.#options = options;
  }

  get state(): HostState {
    return this.#state;
  }

  /**
   * The host of the present plan, started if need be.
   * Errors: those of `createHost`; `undefined` is the reply when there is nothing to make one of.
   */
  async open(): Promise<Host | undefined> {
    this.#isNeeded = true;
    for (;;) {
      const opening = this.#bringInLine();
      if (opening === undefined) return undefined;
      try {
        const host = await opening.host;
        if (opening === this.#opening) return host;
      } catch (error) {
        if (this.#opening === undefined) throw error;
      }
      // The plan has changed while it started.
    }
  }

  /** Folders or settings may have changed: what is running is brought in line with them. */
  refresh(): void {
    if (!this.#isNeeded) return;
    // Who shows the state sees why.
    this.open().catch(() => undefined);
  }

  /** Reads everything anew: a new index thread or, where that would not help, a new host. */
  async restart(): Promise<void> {
    const host =
      this.#state.status === 'open' && this.#state.missing.length === 0 ? await this.open() : undefined;
    if (host !== undefined) {
      host.workspace.restart();
      return;
    }
    this.#close();
    await this.open();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true;
    this.#close();
    await this.#burials;
  }

  #bringInLine(): Opening | undefined {
    const plan = this.#isOver ? undefined : this.#options.plan();
    const key = JSON.stringify(plan);
    if (this.#opening !== undefined && this.#opening.key === key) return this.#opening;
    this.#close();
    if (plan === undefined) return undefined;
    const opening: Opening = { key, host: this.#start(plan, () => this.#opening === opening) };
    this.#opening = opening;
    this.#enter({ status: 'starting' });
    return opening;
  }

  async #start(plan: HostPlan, isPresent: () => boolean): Promise<Host> {
    await this.#burials;
    try {
      const { host, missing } = await createOverThere(plan, this.#options.create);
      if (isPresent()) this.#watch(host, missing);
      return host;
    } catch (error) {
      if (isPresent()) {
        this.#opening = undefined;
        this.#enter({ status: 'failed', error: error instanceof Error ? error : new Error(String(error)) });
      }
      throw error;
    }
  }

  #watch(host: Host, missing: readonly InvalidRootError[]): void {
    const roots = new Map<AbsPath, RootStatus>();
    let life: LifeState = 'starting';
    const tell = (): void => {
      this.#enter({ status: 'open', life, roots: [...roots.values()], missing });
    };
    const take = (statuses: readonly RootStatus[]): void => {
      for (const status of statuses) roots.set(status.root, status);
      tell();
    };
    let isWatched = true;
    const stopStatus = host.workspace.ref.on('status', (status) => {
      take([status]);
    });
    const stopLife = host.workspace.onLife((state) => {
      life = state;
      // A new life begins with nothing.
      if (state === 'alive') roots.clear();
      tell();
      if (state !== 'alive') return;
      // What was announced before anybody listened.
      host.workspace.status().then(
        (statuses) => {
          if (isWatched) take(statuses);
        },
        // It died again, which is announced too.
        () => undefined,
      );
    });
    this.#unwatch = () => {
      isWatched = false;
      stopStatus();
      stopLife();
    };
  }

  /** Disposes of what is open or opening. */
  #close(): void {
    const closing = this.#opening;
    this.#opening = undefined;
    this.#unwatch();
    this.#unwatch = () => undefined;
    if (this.#state.status !== 'closed') this.#enter({ status: 'closed' });
    if (closing === undefined) return;
    const burial = closing.host.then(
      (host) => host[Symbol.asyncDispose](),
      // It never came to be.
      () => undefined,
    );
    this.#burials = Promise.all([
      this.#burials,
      burial.catch((error: unknown) => {
        this.#options.onProblem('The workspace could not be closed in order', error);
      }),
    ]).then(() => undefined);
  }

  #enter(state: HostState): void {
    this.#state = state;
    this.#options.onChange();
  }
}

/** A host over those of the roots that are there. Errors: those of `create`; no root is there. */
async function createOverThere(
  plan: HostPlan,
  create: (plan: HostPlan) => Promise<Host>,
): Promise<{ host: Host; missing: readonly InvalidRootError[] }> {
  const missing: InvalidRootError[] = [];
  let { roots } = plan;
  for (;;) {
    try {
      return { host: await create({ ...plan, roots }), missing };
    } catch (error) {
      if (!(error instanceof InvalidRootError)) throw error;
      const others = roots.filter((root) => root !== error.details.root);
      if (others.length === 0 || others.length === roots.length) throw error;
      missing.push(error);
      roots = others;
    }
  }
}
