import type { RunLimits } from '../../actors/protocol/agent.js';
import type { Checkpoints } from '../../actors/protocol/checkpoints.js';
import type { FileChanges } from '../../actors/protocol/file-changes.js';
import type { LLMAdapter, LLMConfig } from '../../actors/protocol/llm.js';
import type { ThreadStore } from '../../actors/protocol/thread-store.js';
import type { AbsPath } from '../../actors/protocol/workspace.js';
import type { Clock } from '../../actors/runtime/clock.js';
import type { LateErrors } from '../../actors/tools/diagnostics/late-errors.js';
import type { ToolRegistry } from '../../actors/tools/calls/registry.js';
import type { ValidatedCall } from '../../machines/validated-call.js';
import type { Approvals } from './approvals.js';
import type { InstructionsReader } from '../instructions/instructions-reader.js';
import type { ResolveAttachments } from '../attachments/attachment-context.js';

/** What the threads of one engine share. */
export interface EngineParts {
  readonly store: ThreadStore;
  readonly tools: ToolRegistry;
  /** Absolute paths of the workspace folders, the most important first. */
  readonly roots: readonly AbsPath[];
  readonly clock: Clock;
  /** Returns a number of at least 0 and below 1, for the jitter of retries. */
  readonly random: () => number;
  /** Errors: `DisposedError` once the host was disposed of. */
  readonly expectOpen: () => void;
  /** Returns an id that nothing else has. */
  readonly newId: () => string;
  /** The limits of a turn that names none. */
  readonly limits: RunLimits;
  /** The adapter for a model. Default: the engine's model. Errors: `SettingsError`. */
  readonly adapterFor: (model?: LLMConfig) => LLMAdapter;
  /** The adapter for the fallback of a model; `undefined` when it has none. Errors: `SettingsError`. */
  readonly fallbackFor: (model?: LLMConfig) => LLMAdapter | undefined;
  /** The approvals of a new thread, in which nothing was allowed yet. */
  readonly createApprovals: () => Approvals;
  /** The files and folders that a call would touch, as its parameters name them. */
  readonly pathsOf: (call: ValidatedCall) => readonly string[];
  readonly resolveAttachments: ResolveAttachments;
  /** What the program itself tells every model. Default: nothing. */
  readonly instructionText?: string;
  /** Default: no rules files and skills are read. */
  readonly instructions?: InstructionsReader;
  /** Records what calls do to files, and puts files back. Default: nothing is recorded. */
  readonly checkpoints?: Checkpoints;
  /** How tools change files. */
  readonly changes?: FileChanges;
  /** The errors that changes have brought. Default: none are known. */
  readonly lateErrors?: Pick<LateErrors, 'take'>;
}
