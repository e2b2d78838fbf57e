import type { RunLimits } from '../../../actors/protocol/agent.js';
import type { LLMConfig, LLMMessage } from '../../../actors/protocol/llm.js';
import type { Host } from '../../api.js';
import type { AgentEngine } from '../../engine.js';

/** What an engine is made of beside the host. */
export interface EnginePlan {
  readonly model: LLMConfig;
  readonly limits: Pick<RunLimits, 'maxIterations'>;
}

export interface LazyEngineOptions {
  /** Errors: why there is no host. */
  readonly openHost: () => Promise<Host>;
  /** Errors: why there is no model. */
  readonly plan: () => Promise<EnginePlan>;
  /** What the model is told of what was said before. */
  readonly history: readonly LLMMessage[];
}

interface Made {
  readonly host: Host;
  /** Tells one plan from another. It holds the key and stays in memory. */
  readonly key: string;
  readonly engine: AgentEngine;
}

/** One conversation that outlives its engines: a new one, for another model or another host, goes on where the last ended. */
export class LazyEngine {
  readonly #options: LazyEngineOptions;
  #history: readonly LLMMessage[];
  #made: Made | undefined;

  constructor(options: LazyEngineOptions) {
    this.#options = options;
    this.#history = options.history;
  }

  /** The engine for what is wanted now. Errors: why there is none. */
  async open(): Promise<AgentEngine> {
    const plan = await this.#options.plan();
    const host = await this.#options.openHost();
    const key = JSON.stringify(plan);
    if (this.#made?.host === host && this.#made.key === key) return this.#made.engine;
    this.#history = this.#made?.engine.history ?? this.#history;
    const engine = host.createEngine({ ...plan, history: this.#history });
    this.#made = { host, key, engine };
    return engine;
  }

  /** Forgets the conversation; a turn that runs is cancelled. */
  clear(): void {
    this.#made?.engine.clear();
    this.#made = undefined;
    this.#history = [];
  }
}
