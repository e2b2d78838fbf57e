/** What holds for the calls that a rule is about. Where several fit, `deny` wins, then `ask`, then `allow`. */
export type RuleEffect = 'allow' | 'ask' | 'deny';

/**
 * Which calls a rule is about.
 * Shape: `command` is the first words of one simple command, never of a whole line; of programs that run others an
 * `allow` covers only what keeps to that use (`go test -exec x` is none of `go test`). `line` is a whole line, byte for
 * byte, and `cwd` the absolute folder it runs in. `path` is a glob that is matched
 * against absolute paths and against paths below a root. `server` is an MCP server.
 */
export type RuleSubject =
  | { readonly command: readonly string[] }
  | { readonly line: string; readonly cwd: string }
  | { readonly path: string; readonly access: 'read' | 'write' }
  | { readonly tool: string }
  | { readonly server: string };

/** What a person decided once for many calls. Source: SPEC A5. */
export interface ApprovalRule {
  readonly effect: RuleEffect;
  readonly when: RuleSubject;
}

/** How long an answer holds beyond the call it was given for: as long as the conversation, or until it is taken back. */
export type RememberScope = 'thread' | 'always';

/**
 * Where rules are kept that hold for ever. It lies outside of every workspace: a repository must not approve itself.
 */
export interface ApprovalStore {
  /** Errors: `SettingsError` when what is kept cannot be read or may have been written by somebody else. */
  load(): Promise<readonly ApprovalRule[]>;
  /** Keeps these rules as well. Errors: as `load`, and what the disk says. */
  add(rules: readonly ApprovalRule[]): Promise<void>;
}
