import type * as nodePty from '@lydell/node-pty';
import { ToolExecutionError } from '../../../actors/protocol/errors.js';

/** The module that opens terminals. */
export type Pty = Pick<typeof nodePty, 'spawn'>;
/** A program on a terminal. */
export type PtyProcess = nodePty.IPty;

/** Loads the module on first use. Errors: `ToolExecutionError` on a system for which the package has no build. */
export async function loadPty(): Promise<Pty> {
  try {
    return await import('@lydell/node-pty');
  } catch (cause) {
    throw new ToolExecutionError(
      `There are no persistent terminals here: the package @lydell/node-pty has no build for ${process.platform} on ` +
        `${process.arch}, or it was not installed ("npm install --include=optional" installs it). run_command works without it.`,
      { tool: 'open_persistent_terminal' },
      { cause },
    );
  }
}
