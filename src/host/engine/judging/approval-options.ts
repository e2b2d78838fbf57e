import type {
  ApprovalDecision,
  ApprovalPolicy,
  ApprovalRule,
  ApprovalStore,
  RememberScope,
} from '../../../actors/protocol/approvals.js';
import type { NetworkPolicy } from '../../../actors/approvals/plan-access.js';
import type { PathInspection } from '../../../actors/approvals/protected/judge-touched.js';
import type { ParseShell } from '../../../actors/approvals/syntax/syntax-tree.js';
import type { UncoveredPath } from '../../../actors/protocol/file-version.js';
import type { SandboxState } from '../../../actors/protocol/shell.js';
import type { TouchedPath } from '../../../actors/protocol/tool.js';
import type { ValidatedCall } from '../../../machines/validated-call.js';
import type { GlobLookUp } from './judge-with-globs.js';

/** Read-only tools run without asking; all others need approval. */
export const DEFAULT_APPROVALS: ApprovalPolicy = {
  'Read file': 'auto',
  'File edits': 'ask',
  'Dangerous tools': 'ask',
  'Web tools': 'ask',
  'MCP tools': 'ask',
};

export interface ApprovalOptions {
  /**
   * For each category, whether its calls run without asking. Default: `ask` for categories that may change something.
   * With `ask`, commands that only read run nevertheless; with `auto`, everything runs unless a rule denies or asks;
   * with `sandboxed`, commands do if there is a sandbox. Read for each call, so that it may have getters.
   */
  readonly policy?: Partial<ApprovalPolicy>;
  /** The initial rules. Default: none. */
  readonly rules?: readonly ApprovalRule[];
  /** Stores the rules with scope `always`. Default: none, so that they hold for the conversation. */
  readonly store?: ApprovalStore;
  /** Absolute paths of folders that commands may read without asking. */
  readonly roots?: readonly string[];
  /** Loads the parser for shell lines. Without it, or when it fails, every command needs approval. */
  readonly loadParser?: () => Promise<ParseShell>;
  /**
   * The state of the sandbox for commands. When commands cannot be sandboxed, only plain command lines run without
   * asking.
   */
  readonly sandboxState?: () => SandboxState | Promise<SandboxState>;
  /** Whether commands may use the network. Default: `ask`, once for each conversation. */
  readonly network?: () => NetworkPolicy;
  /** Files that a call uses besides those in its path parameters. Default: none. */
  readonly pathsOf?: (call: ValidatedCall) => readonly string[];
  /** Looks at the disk for protected places among the files of a call. Default: only their names count. */
  readonly inspectPaths?: (paths: readonly TouchedPath[]) => Promise<PathInspection>;
  readonly followLinks?: (path: string) => string;
  /** What of the roots could not be restored after a command. Default: it is not looked into. Source: SPEC K4, K5. */
  readonly findUncovered?: (signal: AbortSignal) => Promise<readonly UncoveredPath[]>;
  /** The disk, for the globs of commands. Without it, or when it fails, commands with globs need approval. */
  readonly globs?: GlobLookUp;
}

/** Options of an answer. */
export interface AnswerOptions {
  /**
   * Extends an approval beyond this call, in one of the ways that `offers` of the request lists. Default: this call
   * only. A scope that was not offered extends nothing, and a notice says so.
   */
  readonly remember?: RememberScope;
  /** Why it is denied, for the model, which is told that it is. Default: the person denied it. */
  readonly reason?: string;
}

/** A person's answer to an approval request. */
export interface ApprovalResponse extends AnswerOptions {
  readonly decision: ApprovalDecision;
}
