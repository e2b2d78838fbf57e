import type { ToolCategory } from './tool.js';

/**
 * Whether calls run without asking.
 * - `ask`: a person is asked first.
 * - `auto`: they run.
 * - `sandboxed`: commands run where there is a sandbox, without the network and without writing to the repository; a
 *   person is asked about a command that wants more, about all commands where there is no sandbox, about the web, and about
 *   other tools with unknown effects. For edits it is the same as `auto`.
 *
 * Protected places are asked about in each of them, and so are addresses of the web that are not public. Source: SPEC T10, K5.
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
 * absolute paths and against paths relative to a root. `host` is the name of a host as `URL` writes it, with its port where
 * that is not the usual one; with `*.` in front it matches the hosts below that name. `server` is the name of an MCP server.
 */
export type RuleSubject =
  | { readonly command: readonly string[] }
  | { readonly line: string; readonly cwd: string }
  | { readonly path: string; readonly access: 'read' | 'write' }
  | { readonly host: string }
  | { readonly tool: string }
  | { readonly server: string };

/** A decision of a person that holds for many calls. Source: SPEC A5. */
export interface ApprovalRule {
  readonly effect: RuleEffect;
  readonly when: RuleSubject;
}

export type ApprovalDecision = 'approve' | 'deny';

/** What decided about a call. `mode`: an approval mode such as "edits without asking". */
export type ApprovalSource = 'person' | 'rule' | 'mode';

/**
 * What an answer allows beyond the call that it approves.
 * - `files`: edits of the files of this call, by whatever tool, until the conversation ends.
 * - `edits`: all edits that say what they change, until the conversation ends.
 * - `thread`: calls like this one, until the conversation ends.
 * - `always`: calls like this one, until the person revokes it.
 *
 * `files` and `edits` never cover a protected place, a file outside of the roots, or what a rule denies or asks about.
 */
export type RememberScope = 'files' | 'edits' | 'thread' | 'always';

/** One of the ways in which an answer may allow more than the call that it approves. */
export interface ApprovalOffer {
  readonly scope: RememberScope;
  /** What would be allowed, as a phrase after "allow" that does not say for how long. */
  readonly description: string;
}

/**
 * Storage for the rules with scope `always`. It must lie outside every workspace: a repository must not approve itself.
 */
export interface ApprovalStore {
  /** Errors: `SettingsError` when the rules cannot be read, or when another user may have written them. */
  load(): Promise<readonly ApprovalRule[]>;
  /** Adds rules to those already stored. Errors: those of `load`, and those of the file system. */
  add(rules: readonly ApprovalRule[]): Promise<void>;
}

/**
 * Something that a person has allowed until the conversation ends.
 * Shape: `path` is absolute. `edits`: of all files but protected ones. `network`: for commands that they allow.
 */
export type Allowance =
  | { readonly kind: 'rule'; readonly rule: ApprovalRule }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'edits' }
  | { readonly kind: 'network' };
