import type { AbsPath, RootStatus } from '../../../src/actors/protocol/workspace.js';
import type { EngineOptions, Host } from '../../../src/host/api.js';
import type { AgentEngine } from '../../../src/host/engine/agent-engine.js';
import type { SupervisionState } from '../../../src/actors/runtime/supervisor.js';
import { settle } from '../../doubles/settle.js';

/** The status of a root with nothing special about it. */
export function rootStatus(root: string, rest: Partial<RootStatus> = {}): RootStatus {
  return {
    root: root as AbsPath,
    phase: 'ready',
    files: 1,
    directories: 0,
    bytes: 0,
    scanMs: 0,
    leftOut: 0,
    repaired: 0,
    watcherRestarts: 0,
    warnings: [],
    ...rest,
  };
}

/** A host whose index says what the test says, and that keeps what is done to it. */
export class FakeHost {
  readonly roots: readonly string[];
  readonly engines: { readonly options: EngineOptions | undefined; readonly engine: AgentEngine }[] = [];
  readonly restarts: SupervisionState[] = [];
  isDisposed = false;
  statuses: readonly RootStatus[];
  readonly #makeEngine: (options: EngineOptions | undefined) => AgentEngine;
  readonly #statusListeners = new Set<(status: RootStatus) => void>();
  readonly #lifeListeners = new Set<(state: SupervisionState) => void>();
  #life: SupervisionState = 'alive';
  #failure: Error | undefined;

  constructor(
    roots: readonly string[],
    makeEngine: (options: EngineOptions | undefined) => AgentEngine = () => {
      throw new Error('no engine here');
    },
  ) {
    this.roots = roots;
    this.statuses = roots.map((root) => rootStatus(root));
    this.#makeEngine = makeEngine;
  }

  /** The same as what the extension works with. It has all that is used of a host there, and no more. */
  get host(): Host {
    return this.#host as unknown as Host;
  }

  readonly #host = {
    workspace: {
      ref: {
        on: (_kind: 'status', listener: (status: RootStatus) => void) => {
          this.#statusListeners.add(listener);
          return () => this.#statusListeners.delete(listener);
        },
      },
      onThreadState: (listener: (state: SupervisionState) => void) => {
        this.#lifeListeners.add(listener);
        listener(this.#life);
        return () => this.#lifeListeners.delete(listener);
      },
      status: () => Promise.resolve(this.statuses),
      restart: () => {
        this.restarts.push(this.#life);
      },
    },
    createEngine: (options?: EngineOptions) => {
      const engine = this.#makeEngine(options);
      this.engines.push({ options, engine });
      return engine;
    },
    [Symbol.asyncDispose]: async () => {
      await settle();
      this.isDisposed = true;
      if (this.#failure !== undefined) throw this.#failure;
    },
  };

  say(status: RootStatus): void {
    for (const listener of this.#statusListeners) listener(status);
  }

  live(state: SupervisionState): void {
    this.#life = state;
    for (const listener of this.#lifeListeners) listener(state);
  }

  failDisposal(error: Error): void {
    this.#failure = error;
  }
}
