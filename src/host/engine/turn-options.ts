import type { AgentMode } from '../../actors/protocol/agent.js';
import type { LLMConfig } from '../../actors/protocol/llm.js';
import type { StepOptions } from './plans/step-options.js';

/** The options of a turn. What a thread remembers (entries, approvals, files read) does not depend on them. */
export interface TurnOptions extends StepOptions {
  /** Default: `agent`. */
  readonly mode?: AgentMode;
}

/** The options of a message. */
export interface SendOptions extends TurnOptions {
  /**
   * What becomes of a message that is sent while a turn runs. `queue`: the model reads it with its next request, or in
   * a turn of its own if the answer comes first; of the other options only `signal` applies. `interrupt`: the turn is cancelled, and
   * the message begins another one. Default: `queue`.
   */
  readonly whileRunning?: 'queue' | 'interrupt';
}

/** The options of a message in the place of an earlier one. */
export interface EditOptions extends TurnOptions {
  /**
   * Whether files are put back as well to what they were before the earlier message. Files that somebody else has
   * changed stay as they are. Default: no.
   */
  readonly files?: boolean;
}

/** The options of a compaction. */
export interface CompactOptions {
  /** What the summary has to keep, in the words of the person. Default: what the next steps need. */
  readonly instructions?: string;
  /** The model that writes the summary, and whose window counts. Default: the engine's model. */
  readonly model?: LLMConfig;
}
