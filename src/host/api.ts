// The public API: everything that programs may import from 'troupe'. This file only re-exports.

// The host, its options and its parts.
export { createHost } from './compose-host.js';
export type { CommandOptions, EngineOptions, Host, HostOptions, WorkspaceOptions } from './host-options.js';
export { resolveModel, type ModelSettings } from './settings.js';
export type { ProviderRecord, ProviderSettings } from './providers/provider-record.js';
export type { SupervisionLimits } from '../actors/runtime/restart-budget.js';
export type { Clock } from '../actors/runtime/clock.js';

// The workspace: searching, listing, watching.
export type { GrepQuery, Workspace } from './workspace.js';
export type * from '../actors/protocol/workspace.js';
export type { SupervisionState } from '../actors/runtime/supervisor.js';

// The agent: turns, their events, and approvals.
export type { AgentEngine } from './engine/agent-engine.js';
export type { AgentEvent, AgentMode, AgentState, RunLimits, TurnOutcome } from '../actors/protocol/agent.js';
export type { Thread, SendOptions, TurnOptions } from './engine/thread.js';
export type { Turn, TurnPlan } from './engine/turn.js';
export type { EventStream } from '../actors/runtime/stream.js';
export type { AnswerOptions } from './engine/approvals.js';
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
export type * from '../actors/protocol/attachment.js';
export type { ThreadEvent } from '../actors/threads/thread-record.js';
export type { LiveState } from '../actors/threads/live-state.js';
export type * from '../actors/threads/turn-view.js';

// Custom tools.
export { defineTool, type ToolDefinition } from '../actors/tools/calls/define-tool.js';
export type { ToolRegistry } from '../actors/tools/calls/registry.js';
export type {
  CallPreview,
  ChangeHunk,
  ChangeRecord,
  JsonSchema,
  OutputBudget,
  Tool,
  ToolCategory,
  ToolContext,
  ToolOutcome,
  ToolResult,
  TouchedPath,
} from '../actors/protocol/tool.js';
export type { ImagePart, ImageSize } from '../actors/protocol/image-part.js';
export type {
  CommandGrants,
  SandboxRequest,
  TerminalAccess,
  TerminalEvent,
  TerminalInfo,
} from '../actors/protocol/shell.js';
export type { SandboxRefusal } from '../actors/protocol/sandbox-refusal.js';

// Custom models.
export type {
  FinishReason,
  LLMAdapter,
  LLMConfig,
  LLMMessage,
  LLMOptions,
  LLMProvider,
  ModelCapabilities,
  ModelDelta,
  ModelInfo,
  ModelPrices,
  OpaqueState,
  RetryNotice,
  ToolCall,
  ToolDescription,
  Usage,
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
