import type { JsonSchema } from '../../protocol/json/json-schema.js';
import type { ThreadEntry, ThreadId } from '../../protocol/thread.js';

/**
 * A run in the Agent Trajectory Interchange Format, which harnesses and viewers of other agents read.
 * Shape: names are those of the format. Source: ATIF v1.7.
 */
export interface Trajectory {
  readonly schema_version: 'ATIF-v1.7';
  readonly session_id: string;
  readonly trajectory_id: string;
  readonly agent: {
    readonly name: 'troupe';
    readonly version: string;
    /** The model of the first turn. Shape: `provider/model`. */
    readonly model_name?: string;
    readonly tool_definitions?: readonly TrajectoryTool[];
  };
  readonly steps: readonly TrajectoryStep[];
  readonly final_metrics: {
    readonly total_prompt_tokens: number;
    readonly total_completion_tokens: number;
    readonly total_cached_tokens: number;
    /** Units: US dollars. Absent: no price is known. */
    readonly total_cost_usd?: number;
    readonly total_steps: number;
  };
  /** The thread itself: the steps cannot hold all of it. */
  readonly extra: {
    readonly troupe: { readonly thread: ThreadId; readonly entries: readonly ThreadEntry[] };
  };
}

export interface TrajectoryTool {
  readonly type: 'function';
  readonly function: {
    readonly name: string;
    readonly description: string;
    readonly parameters: JsonSchema;
  };
}

export interface TrajectoryStep {
  /** Counts from 1. */
  readonly step_id: number;
  /** Shape: ISO 8601, UTC. */
  readonly timestamp: string;
  readonly source: 'system' | 'user' | 'agent';
  readonly message: string;
  /** Here and below: of the agent only. */
  readonly model_name?: string;
  readonly reasoning_content?: string;
  readonly tool_calls?: readonly TrajectoryCall[];
  readonly observation?: { readonly results: readonly TrajectoryResult[] };
  readonly metrics?: TrajectoryMetrics;
  readonly llm_call_count?: number;
  readonly extra?: Readonly<Record<string, unknown>>;
}

export interface TrajectoryCall {
  readonly tool_call_id: string;
  readonly function_name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** `arguments`: what the model wrote, where that is no JSON object. */
  readonly extra?: { readonly arguments: string };
}

export interface TrajectoryResult {
  /** A call of the same step. */
  readonly source_call_id: string;
  readonly content: string;
  readonly extra: { readonly outcome: string; readonly error?: string };
}

export interface TrajectoryMetrics {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly cached_tokens?: number;
  readonly cost_usd?: number;
  readonly extra?: { readonly reasoning_tokens?: number; readonly cache_write_tokens?: number };
}
