import type { JumpChoice, JumpScope } from '../../actors/protocol/file-version.js';
import type { AbsPath } from '../../actors/protocol/workspace.js';

/** The choice for a file that somebody else has changed. */
export interface FileChoice {
  readonly path: AbsPath;
  readonly choice: JumpChoice;
}

/** The options of a jump. */
export interface JumpOptions {
  /** Default: `both`. */
  readonly scope?: JumpScope;
  /**
   * What becomes of files that somebody else has changed: one choice for all that offer it, or one for each file.
   * Default: `keep`, so that nobody else's work is undone.
   */
  readonly choices?: JumpChoice | readonly FileChoice[];
}
