import { spawn } from 'node:child_process';
import { chooseShell } from './shell/choose-shell.js';

/**
 * Runs a command line that the person typed, with their terminal, environment and permissions. Resolves to the exit
 * code, or to `null` when a signal ended the shell.
 */
export function runOwnCommand(command: string, cwd: string): Promise<number | null> {
  // The person's own shell, as in any terminal.
  const shell = process.env['SHELL'];
  const [program, ...args] =
    process.platform === 'win32' || shell === undefined || shell === ''
      ? chooseShell(command)
      : [shell, '-c', command];
  const child = spawn(program, args, { cwd, stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
}
