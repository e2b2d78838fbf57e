import type { Output } from '../terminal/output.js';

/** Whether a person sits at the terminal and can be asked. */
export function canAsk(out: Output): boolean {
  return process.stdin.isTTY && out.isTerminal;
}
