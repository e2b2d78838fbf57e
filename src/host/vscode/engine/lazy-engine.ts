import type { RunLimits } from '../../../actors/protocol/agent.js';
import type { LLMConfig, LLMMessage } from '../../../actors/protocol/llm.js';
import type { Host } from '../../api.js';
import type { AgentEngine } from '../../engine/agent-engine.js';

/** The options of an engine besides its host. */
export interface EnginePlan {
  readonly model: LLMConfig;
  readonly limits: Pick<RunLimits, 'maxIterations'>;
}

interface LazyEngineOptions {
  /** Errors: the reason why there is no host. */
  readonly openHost: () => Promise<Host>;
  /** Errors: the reason why there is no model. */
  readonly plan: () => Promise<EnginePlan>;
  /** The earlier messages for the model. */
  readonly history: readonly LLMMessage[];
}

interface BuiltEngine {
  readonly host: Host;
  /** Identifies the plan. Contains the API key and stays in memory. */
  readonly key: string;
  readonly engine: AgentEngine;
}

/**
 * One conversation across several engines: a new engine, for another model or another host, continues where the last
 * one ended.
 */
export class LazyEngine {
  readonly #options: LazyEngineOptions;
  #history: readonly LLMMessage[];
  #built: BuiltEngine | undefined;

  constructor(options: LazyEngineOptions) {
    this.#options = options;
    this.#history = options.history;
  }

  /** The engine for the current plan. Errors: the reason why there is none. */
  async open(): Promise<AgentEngine> {
    const plan = await this.#options.plan();
    const host = await this.#options.openHost();
    const key = JSON.stringify(plan);
    if (this.#built?.host === host && this.#built.key === key) return this.#built.engine;
    this.#history = this.#built?.engine.history ?? this.#history;
    const engine = host.createEngine({ ...plan, history: this.#history });
    this.#built = { host, key, engine };
    return engine;
  }

  /** Clears the conversation. Cancels the running turn. */
  clear(): void {
    this.#built?.engine.clear();
    this.#built = undefined;
    this.#history = [];
  }
}
