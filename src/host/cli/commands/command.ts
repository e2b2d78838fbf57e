import type { AgentMode } from '../../../actors/protocol/agent.js';
import type { Tool } from '../../../actors/protocol/tool.js';
import type { AttachmentRef } from '../../../actors/protocol/attachment.js';
import type { Effort, LLMConfig } from '../../../actors/protocol/llm.js';
import type { McpServers } from '../../mcp/mcp-options.js';
import type { McpApprovals } from '../../node/mcp/mcp-approvals.js';
import type { HostInstructions } from '../../instructions/host-instructions.js';
import type { PlanRun } from '../../engine/plans/plan-run.js';
import type { Thread } from '../../engine/thread.js';
import type { StepOptions } from '../../engine/plans/step-options.js';
import type { FileThreadLibrary } from '../../node/threads/library/file-thread-library.js';
import type { EntryId, ThreadId } from '../../../actors/protocol/thread.js';
import type { ThreadSummary } from '../../../actors/protocol/thread-store.js';
import type { ModelCatalog } from '../models/model-catalog.js';
import type { KnownModel } from '../../providers/known-model.js';
import type { Output } from '../terminal/output.js';

/** The chat, as its commands see it. */
export interface ChatContext {
  readonly out: Output;
  readonly commands: readonly ChatCommand[];
  readonly tools: readonly Tool[];
  /** The commands and skills of people's own. */
  readonly instructions: HostInstructions;
  /** The servers of the host. */
  readonly mcp: McpServers;
  /** Which definitions of servers are approved. Absent: their file would lie in the workspace. */
  readonly approvals: McpApprovals | undefined;
  /** The base of relative paths that the person types. */
  readonly directory: string;
  /** The conversation. Begins with its first use. */
  readonly thread: Thread;
  /** Whether the conversation has begun. */
  readonly hasThread: boolean;
  /** Where conversations are stored. Absent: nowhere. */
  readonly library: FileThreadLibrary | undefined;
  /** The conversations that were listed last, by the numbers that they were shown with. */
  listed: readonly ThreadSummary[];
  /** The models that the person can choose. */
  readonly catalog: ModelCatalog;
  /** The models that were listed last, by the numbers that they were shown with. */
  listedModels: readonly KnownModel[];
  /** The model that the person has chosen. Default: that of the engine. */
  readonly model: LLMConfig | undefined;
  readonly usedModel: LLMConfig;
  mode: AgentMode;
  /** The digest of the plan that was shown last. */
  shownPlan: string | undefined;
  /** How the steps of a plan are carried out. */
  readonly stepOptions: StepOptions;
  /** Carries out steps of the plan, and shows them and what has become of it. Errors: those of `begin`. */
  carryOut(begin: () => PlanRun): Promise<void>;
  /** Continues with another model. Errors: `SettingsError`. */
  useModel(name: string): Promise<void>;
  /** Continues with the same model and another effort. Default: what its server does by itself. */
  useEffort(effort: Effort | undefined): void;
  /** Begins another conversation. */
  clear(): Promise<void>;
  /** Goes on with another conversation. Errors: those of `AgentEngine.openThread`. */
  open(thread: ThreadId): Promise<void>;
  /**
   * Sends a text in the place of an earlier message, with `hasFiles` from the files of that moment. Errors: those of
   * `Thread.edit`.
   */
  edit(message: EntryId, text: string, hasFiles: boolean): Promise<void>;
  /** Puts a text into the input line, to be changed and entered. Returns whether this terminal can do that. */
  propose(text: string): boolean;
  /** Sends a message. Default for mode and model: those of the chat. Errors: `SettingsError` for an unknown model. */
  send(
    text: string,
    options?: {
      readonly mode?: AgentMode;
      readonly model?: string;
      /** What goes along besides what the text mentions. Default: nothing. */
      readonly attachments?: readonly AttachmentRef[];
    },
  ): Promise<void>;
  /** Asks a question that `[y]es` and `[n]o` answer, after all other questions. Resolves to whether it was a yes. */
  confirm(question: string): Promise<boolean>;
  /** Shows a text that may be longer than the screen: there in the person's pager, and otherwise printed. */
  showLong(text: string): Promise<void>;
  /** Runs work that the person waits for: with a signal that Ctrl-C aborts, and with the live status. */
  wait<Value>(work: (signal: AbortSignal) => Promise<Value>): Promise<Value>;
  /** Goes on with the interrupted turn. Errors: `SettingsError` when there is none. */
  resumeTurn(): Promise<void>;
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
  run(argument: string, chat: ChatContext): Promise<'leave' | void>;
}
