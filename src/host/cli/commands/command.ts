import type { AgentMode } from '../../../actors/protocol/agent.js';
import type { Tool } from '../../../actors/protocol/tool.js';
import type { AgentEngine } from '../../engine/agent-engine.js';
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
  readonly engine: AgentEngine;
  mode: AgentMode;
  /** Continues with another model. Errors: `SettingsError`. */
  useModel(name: string): void;
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
