// The public API: everything that programs may import from 'troupe'. This file only re-exports.

// The host, its options and its parts.
export { createHost } from './compose-host.js';
export type {
  CheckpointOptions,
  CommandOptions,
  EngineOptions,
  Host,
  HostOptions,
  WebOptions,
  WorkspaceOptions,
} from './host-options.js';
export { resolveModel, type ModelSettings } from './settings.js';
export type { ProviderRecord, ProviderSettings } from './providers/provider-record.js';
export type { SupervisionLimits } from '../actors/runtime/restart-budget.js';
export type { Clock } from '../actors/runtime/clock.js';

// The workspace: searching, listing, watching.
export type { GrepQuery, Workspace } from './workspace.js';
export type * from '../actors/protocol/workspace.js';
export type { SupervisionState } from '../actors/runtime/supervisor.js';
export type { ActorState } from '../actors/runtime/supervised-actor.js';

// The agent: turns, their events, and approvals.
export type { AgentEngine } from './engine/agent-engine.js';
export type { AgentEvent, AgentMode, AgentState, RunLimits, TurnOutcome } from '../actors/protocol/agent.js';
export type { ReplayStep } from './engine/replay/replay-step.js';
export { replayThread, type ReplayOptions } from './replay-thread.js';
export type { ToolInfo } from '../machines/tool-info.js';
export type { Thread } from './engine/thread.js';
export type { CompactOptions, EditOptions, SendOptions, TurnOptions } from './engine/turn-options.js';
export type { ContextUsage } from './engine/window/request-window.js';
export type { CompactionReport } from '../actors/protocol/llm.js';
export type { FileChoice, JumpOptions } from './engine/jump-options.js';
export type { Checkpoint } from '../actors/checkpoints/ledger.js';
export type { UndoLine, UndoStep } from '../actors/checkpoints/undo-line.js';
export type { Turn, TurnPlan } from './engine/turn.js';
export type { EventStream } from '../actors/runtime/stream.js';
export type { AnswerOptions } from './engine/judging/approval-options.js';
export type {
  Allowance,
  ApprovalDecision,
  ApprovalMode,
  ApprovalOffer,
  ApprovalPolicy,
  ApprovalRule,
  ApprovalSource,
  ApprovalStore,
  RememberScope,
  RuleEffect,
  RuleSubject,
} from '../actors/protocol/approvals.js';
export type { NetworkPolicy } from '../actors/approvals/plan-access.js';

// Threads: their entries, what follows from them, and where they are stored.
export type * from '../actors/protocol/thread.js';
export type * from '../actors/protocol/thread-store.js';
export type * from '../actors/protocol/checkpoints.js';
export type * from '../actors/protocol/file-version.js';
export type * from './node/checkpoints/kept-versions.js';
export type * from '../actors/protocol/attachment.js';
export type { ThreadEvent } from '../actors/threads/thread-record.js';
export type { LiveState } from '../actors/threads/live-state.js';
export type * from '../actors/threads/turn-view.js';
export { foldPlan } from '../actors/threads/plans/fold-plan.js';
export type { PlanProposal } from '../actors/threads/plans/draft-plan.js';
export type {
  PlanDraft,
  PlanStatus,
  PlanStep,
  StepEnd,
  StepFailure,
  StepStatus,
} from '../actors/protocol/plans/plan.js';
export type { PlanStepView, PlanView } from '../actors/protocol/plans/plan-view.js';
export type { ApproveOptions, ThreadPlan } from './engine/plans/thread-plan.js';
export type { PlanRun } from './engine/plans/plan-run.js';
export type { StepOptions } from './engine/plans/step-options.js';
export { findTodos } from '../actors/threads/todos/find-todos.js';
export type { Todo } from '../actors/protocol/todos/read-todos.js';
export { parseThreadId } from '../actors/threads/ids/parse-thread-id.js';
export { openThreadStore, type ThreadStoreOptions } from './open-thread-store.js';
export { sumUsage, type ThreadUsage } from '../actors/threads/usage/sum-usage.js';

// Custom tools.
export { defineTool, type ToolDefinition } from '../actors/tools/calls/define-tool.js';
export type { ToolRegistry } from '../actors/tools/calls/registry.js';
export type {
  CallPreview,
  ChangeHunk,
  ChangeRecord,
  OutputBudget,
  Tool,
  ToolCategory,
  ToolContext,
  ToolOutcome,
  ToolResult,
  TouchedPath,
  WebSearch,
} from '../actors/protocol/tool.js';
export type { JsonSchema } from '../actors/protocol/json/json-schema.js';
export type { ImagePart, ImageSize } from '../actors/protocol/image-part.js';
export type {
  CommandGrants,
  SandboxRequest,
  SandboxState,
  TerminalAccess,
  TerminalEvent,
  TerminalInfo,
  TerminalOpening,
} from '../actors/protocol/shell.js';
export type { SandboxRefusal } from '../actors/protocol/sandbox-refusal.js';

// The web, as a program may provide it.
export type { WebAccess, WebRequest, WebResponse } from '../actors/tools/web/web-access.js';
export type { OwnNetwork } from '../actors/tools/web/address/judge-address.js';
export type { NonPublicAddress, WebTarget } from '../actors/protocol/web/web-target.js';

// MCP servers.
export type { McpInputQuestion, McpOptions, McpPerson, McpServers, McpSource } from './mcp/mcp-options.js';
export type { McpInput } from './mcp/read-definitions.js';
export type { McpTokenStore } from './node/mcp/token-file.js';
export type {
  McpAnswer,
  McpClientIdentity,
  McpLogLine,
  McpOffers,
  McpPromptArgument,
  McpPromptInfo,
  McpPromptMessage,
  McpQuestion,
  McpResourceInfo,
  McpServerDefinition,
  McpServerState,
  McpServerStatus,
  McpToolInfo,
  McpTransport,
} from '../actors/protocol/mcp.js';

// Rules files, skills, and commands of people's own.
export type { InstructionsOptions } from './instructions/instructions-options.js';
export type { HostInstructions } from './instructions/host-instructions.js';
export type { ExpandedCommand, OwnCommand } from './instructions/own-commands.js';
export type { Skill } from './instructions/skill-shelf.js';
export type { InstructionsSource } from '../actors/protocol/instructions/instructions-source.js';
export type { RulesFile } from '../actors/protocol/instructions/rules-file.js';
export type { SkillSummary } from '../actors/protocol/instructions/skill-summary.js';

// Custom models.
export type {
  CacheMiss,
  Effort,
  FinishReason,
  LLMAdapter,
  LLMConfig,
  LLMMessage,
  LLMOptions,
  ListedModel,
  LLMProvider,
  ModelCapabilities,
  ModelDelta,
  ModelInfo,
  ModelPrices,
  OpaqueState,
  RetryNotice,
  TokenPrices,
  ToolCall,
  ToolDescription,
  Usage,
  UsageSum,
  WebSearchReply,
  WebSource,
} from '../actors/protocol/llm.js';

// Files, changes and diagnostics that a program may provide.
export type { FileAccess, FileStat } from '../actors/protocol/ports.js';
export type * from '../actors/protocol/file-changes.js';
export type { Diagnostic, Diagnostics } from '../actors/protocol/diagnostics.js';

// Actors, for what the methods of `Workspace` do not cover.
export type {
  AskArg,
  AskKind,
  AskOptions,
  AskReply,
  EventKind,
  Protocol,
  Ref,
  TellKind,
} from '../actors/runtime/ref.js';

// All errors.
export * from '../actors/protocol/errors.js';
