import { isDeepStrictEqual } from 'node:util';
import { InvalidRootError } from '../../../actors/protocol/errors.js';
import type { AbsPath, RootStatus } from '../../../actors/protocol/workspace.js';
import type { ActorState } from '../../../actors/runtime/supervised-actor.js';
import type { CheckpointSettings } from '../../node/checkpoints/checkpoint-settings.js';
import type { Host, HostOptions, InstructionsOptions, WorkspaceOptions } from '../../api.js';

/** The options of a host, which is kept as long as they stay the same. */
export interface HostPlan {
  readonly roots: readonly string[];
  readonly workspace: WorkspaceOptions;
  /** Whether models are offered tools that reach the web. */
  readonly web: boolean;
  readonly checkpoints: CheckpointSettings;
  readonly instructions: false | InstructionsOptions;
  /** Whether MCP servers run. */
  readonly runsServers: boolean;
}

/** What a host may do without asking. Its properties may follow settings: they are read for each call. */
export type Permissions = Required<Pick<HostOptions, 'approvals' | 'commands'>>;

export type HostState =
  /** No host was needed yet, or the folders cannot be used. */
  | { readonly status: 'closed' }
  | { readonly status: 'starting' }
  | { readonly status: 'failed'; readonly error: Error }
  | {
      readonly status: 'open';
      readonly life: ActorState;
      readonly roots: readonly RootStatus[];
      /** Folders that do not exist. */
      readonly missing: readonly InvalidRootError[];
      /** Present for the host of a window without a folder. */
      readonly isEmpty?: true;
    };

interface LazyHostOptions {
  /** The current plan; `undefined` when there is no folder to make a host for. */
  readonly plan: () => HostPlan | undefined;
  /** Whether a host does something that its end would break off. Its folders are given up nevertheless. */
  readonly isBusy: () => boolean;
  /** Errors: those of `createHost`. */
  readonly create: (plan: HostPlan) => Promise<Host>;
  /** Called after each change of `state`. */
  readonly onChange: () => void;
  /** Reports a failure that no caller awaits. */
  readonly onProblem: (what: string, error: unknown) => void;
}

/** A host that is starting or open. */
interface Opening {
  /** Identifies the plan. */
  readonly key: string;
  readonly roots: readonly string[];
  readonly host: Promise<Host>;
}

/**
 * Makes a host when it is first needed, and another one when its plan changes, after the old one is disposed of. A host that
 * is busy stays until `refresh` or `open` is called while it is not.
 */
export class LazyHost implements AsyncDisposable {
  readonly #options: LazyHostOptions;
  #state: HostState = { status: 'closed' };
  #opening: Opening | undefined;
  #isNeeded = false;
  #isOver = false;
  #unwatch: () => void = () => undefined;
  /** Resolves when every host before the current one is disposed of. */
  #pendingDisposals: Promise<void> = Promise.resolve();

  constructor(options: LazyHostOptions) {
    this.#options = options;
  }

  get state(): HostState {
    return this.#state;
  }

  /**
   * The host for the current plan, started if necessary. Resolves to `undefined` when there is no plan.
   * Errors: those of `createHost`.
   */
  async open(): Promise<Host | undefined> {
    this.#isNeeded = true;
    for (;;) {
      const opening = this.#syncWithPlan();
      if (opening === undefined) return undefined;
      try {
        const host = await opening.host;
        if (opening === this.#opening) return host;
      } catch (error) {
        if (this.#opening === undefined) throw error;
      }
      // The plan changed while this host started.
    }
  }

  /** The host that is open or starting; `undefined` when there is none. Errors: as `open`. */
  get present(): Promise<Host> | undefined {
    return this.#opening?.host;
  }

  /** Adapts the running host to changed folders or settings. */
  refresh(): void {
    if (!this.#isNeeded) return;
    // The state shows the reason.
    this.open().catch(() => undefined);
  }

  /** Rebuilds the index: restarts its thread or, if that would not help, the host. */
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
    await this.#pendingDisposals;
  }

  #syncWithPlan(): Opening | undefined {
    const plan = this.#isOver ? undefined : this.#options.plan();
    const key = JSON.stringify(plan);
    const present = this.#opening;
    if (present?.key === key || (present !== undefined && this.#mayStay(present, plan))) return present;
    this.#close();
    if (plan === undefined) return undefined;
    const opening: Opening = {
      key,
      roots: plan.roots,
      host: this.#start(plan, () => this.#opening === opening),
    };
    this.#opening = opening;
    this.#enter({ status: 'starting' });
    return opening;
  }

  /** Whether a host is kept though its plan has changed: what runs in it goes on. */
  #mayStay({ roots }: Opening, plan: HostPlan | undefined): boolean {
    return plan !== undefined && isDeepStrictEqual(roots, plan.roots) && this.#options.isBusy();
  }

  async #start(plan: HostPlan, isPresent: () => boolean): Promise<Host> {
    await this.#pendingDisposals;
    try {
      const { host, missing } = await createOverExistingRoots(plan, this.#options.create);
      if (isPresent()) this.#watch(host, missing, plan.roots.length === 0);
      return host;
    } catch (error) {
      if (isPresent()) {
        this.#opening = undefined;
        this.#enter({ status: 'failed', error: error instanceof Error ? error : new Error(String(error)) });
      }
      throw error;
    }
  }

  #watch(host: Host, missing: readonly InvalidRootError[], isEmpty: boolean): void {
    const roots = new Map<AbsPath, RootStatus>();
    let life: ActorState = 'starting';
    const tell = (): void => {
      const empty = isEmpty ? ({ isEmpty } as const) : {};
      this.#enter({ status: 'open', life, roots: [...roots.values()], missing, ...empty });
    };
    const take = (statuses: readonly RootStatus[]): void => {
      for (const status of statuses) roots.set(status.root, status);
      tell();
    };
    let isWatched = true;
    const stopStatus = host.workspace.ref.on('status', (status) => {
      take([status]);
    });
    const stopLife = host.workspace.onThreadState((state) => {
      life = state;
      // A restarted thread begins with an empty index.
      if (state === 'alive') roots.clear();
      tell();
      if (state !== 'alive') return;
      // Events emitted before the listeners were added are missing, so the status is read once.
      host.workspace.status().then(
        (statuses) => {
          if (isWatched) take(statuses);
        },
        // The thread died again, which is an event of its own.
        () => undefined,
      );
    });
    this.#unwatch = () => {
      isWatched = false;
      stopStatus();
      stopLife();
    };
  }

  /** Disposes of the host that is open or starting. */
  #close(): void {
    const closing = this.#opening;
    this.#opening = undefined;
    this.#unwatch();
    this.#unwatch = () => undefined;
    if (this.#state.status !== 'closed') this.#enter({ status: 'closed' });
    if (closing === undefined) return;
    const burial = closing.host.then(
      (host) => host[Symbol.asyncDispose](),
      // The host failed to start.
      () => undefined,
    );
    this.#pendingDisposals = Promise.all([
      this.#pendingDisposals,
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

/** Makes a host over the roots that exist. Errors: those of `create`; an error when no root exists. */
async function createOverExistingRoots(
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
