import type { AgentMode } from '../../../actors/protocol/agent.js';
import type { Tool } from '../../../actors/protocol/tool.js';
import type { AgentEngine } from '../../engine.js';
import type { Output } from '../terminal/output.js';
import type { RecordedChanges } from './recorded-changes.js';

/** A chat as its commands see it. */
export interface Chat {
  readonly out: Output;
  readonly commands: readonly ChatCommand[];
  readonly tools: readonly Tool[];
  /** Paths that a person types are relative to it. */
  readonly directory: string;
  readonly changes: RecordedChanges;
  readonly engine: AgentEngine;
  mode: AgentMode;
  /** Goes on with another model. Errors: `SettingsError`. */
  useModel(name: string): void;
}

/** Something that a person tells the chat itself: `/name argument`. */
export interface ChatCommand {
  readonly name: string;
  /** Other names of it. */
  readonly aliases?: readonly string[];
  /** What may stand behind the name, for help. */
  readonly parameter?: string;
  readonly summary: string;
  /** Errors: `TroupeError`, shown to the person. */
  run(argument: string, chat: Chat): Promise<'leave' | void>;
}
