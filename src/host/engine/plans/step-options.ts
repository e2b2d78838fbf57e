import type { RunLimits } from '../../../actors/protocol/agent.js';
import type { LLMConfig } from '../../../actors/protocol/llm.js';

/** The options of a turn whose mode is known, such as that of a step of a plan. */
export interface StepOptions {
  /** Default: the engine's model. */
  readonly model?: LLMConfig;
  /** Default: the engine's limits, each of them. */
  readonly limits?: Partial<RunLimits>;
  /**
   * Aborting cancels the turn that these options begin, and the reading of attachments before it. A message that waits in a
   * turn of other messages is withdrawn, unless the model has read it. Of a plan it stops the step.
   */
  readonly signal?: AbortSignal;
}
