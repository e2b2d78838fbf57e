import type { Interrupts } from '../terminal/interrupts.js';
import type { Output } from '../terminal/output.js';

/** What a command about servers prints to, and how it is interrupted. */
export interface McpCommandContext {
  readonly out: Output;
  /** Standard error. */
  readonly err: Output;
  readonly interrupts: Interrupts;
  readonly isJson: boolean;
}
