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
