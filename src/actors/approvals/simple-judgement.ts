import type { Word } from './syntax/word.js';

/** What speaks against a simple command. */
export interface SimpleJudgement {
  /** Why it must not run, as a sentence. */
  readonly denial?: string;
  /** Why it needs approval, as a phrase after the command. */
  readonly problem?: string;
  /** Why it needs approval unless the whole line runs in the looking world, as a phrase after the command. */
  readonly lookingOnly?: string;
  /** The prefix that would have to be allowed, if that would remove the problem. */
  readonly prefix?: readonly string[];
  /** Whether all of its effects are visible in the line, so that a rule may allow exactly this command. */
  readonly isExact?: boolean;
  /** The folder in which the commands after it run. */
  readonly newFolder?: Word;
  /** Whether it needs approval because of a rule. */
  readonly isByRule?: boolean;
  /** Whether a rule allows it. */
  readonly isAllowedByRule?: boolean;
  /** Whether it only prints its arguments, so that they need no check. */
  readonly isPrinting?: boolean;
}
