import type { AgentMode } from '../../../actors/protocol/agent.js';
import type { Tool } from '../../../actors/protocol/tool.js';
import type { LLMConfig } from '../../../actors/protocol/llm.js';
import type { Thread } from '../../engine/thread.js';
import type { Output } from '../terminal/output.js';
import type { RecordedChanges } from './recorded-changes.js';

/** The chat, as its commands see it. */
export interface Chat {
  readonly out: Output;
  readonly commands: readonly ChatCommand[];
  readonly tools: readonly Tool[];
  /** The base of relative paths that the person types. */
  readonly directory: string;
  readonly changes: RecordedChanges;
  /** The conversation. */
  readonly thread: Thread;
  /** The model that the person has chosen. Default: that of the engine. */
  readonly model: LLMConfig | undefined;
  readonly usedModel: Pick<LLMConfig, 'provider' | 'model'>;
  mode: AgentMode;
  /** Continues with another model. Errors: `SettingsError`. */
  useModel(name: string): void;
  /** Begins another conversation. */
  clear(): Promise<void>;
}

/** A command for the chat itself: `/name argument`. */
export interface ChatCommand {
  readonly name: string;
  /** Other names for the command. */
  readonly aliases?: readonly string[];
  /** The name of its parameter, for the help text. */
  readonly parameter?: string;
  readonly summary: string;
  /** Errors: `TroupeError`, shown to the person. */
  run(argument: string, chat: Chat): Promise<'leave' | void>;
}
