import type { ToolCategory } from './tool.js';

/**
 * Whether calls run without asking.
 * - `ask`: a person is asked first.
 * - `auto`: they run.
 * - `sandboxed`: commands run where there is a sandbox, without the network and without writing to the repository; a
 *   person is asked about a command that wants more, about all commands where there is no sandbox, and about other
 *   tools with unknown effects. For edits it is the same as `auto`.
 *
 * Protected places are asked about in each of them. Source: SPEC T10, K5.
 */
export type ApprovalMode = 'ask' | 'auto' | 'sandboxed';

/** The mode of each category of tools. */
export type ApprovalPolicy = Readonly<Record<ToolCategory, ApprovalMode>>;

/**
 * The decision for calls that match a rule. Where several rules match, `deny` wins over `ask`, and `ask` over `allow`.
 */
export type RuleEffect = 'allow' | 'ask' | 'deny';

/**
 * Which calls a rule matches.
 * Shape: `command` is the first words of one simple command, never of a whole line. Where a program can run others, an
 * `allow` covers only the same use of it: `go test` does not cover `go test -exec x`. `line` is a whole command line,
 * compared byte for byte, and `cwd` the absolute path of the folder it runs in. `path` is a glob, matched against
 * absolute paths and against paths relative to a root. `server` is the name of an MCP server.
 */
export type RuleSubject =
  | { readonly command: readonly string[] }
  | { readonly line: string; readonly cwd: string }
  | { readonly path: string; readonly access: 'read' | 'write' }
  | { readonly tool: string }
  | { readonly server: string };

/** A decision of a person that holds for many calls. Source: SPEC A5. */
export interface ApprovalRule {
  readonly effect: RuleEffect;
  readonly when: RuleSubject;
}

/** How long an answer holds: `thread` for the conversation, `always` until the person revokes it. */
export type RememberScope = 'thread' | 'always';

/**
 * Storage for the rules with scope `always`. It must lie outside every workspace: a repository must not approve itself.
 */
export interface ApprovalStore {
  /** Errors: `SettingsError` when the rules cannot be read, or when another user may have written them. */
  load(): Promise<readonly ApprovalRule[]>;
  /** Adds rules to those already stored. Errors: those of `load`, and those of the file system. */
  add(rules: readonly ApprovalRule[]): Promise<void>;
}
