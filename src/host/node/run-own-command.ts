import { spawn } from 'node:child_process';
import { shellProgram } from './shell/shell-program.js';

/**
 * Runs a command line that the person typed themselves, with the terminal, the environment and the rights that they
 * have. The exit code; 128 and its number for a signal that ended it is the shell's business: then `null`.
 */
export function runOwnCommand(command: string, cwd: string): Promise<number | null> {
  // As in any terminal, it is their own shell.
  const shell = process.env['SHELL'];
  const [program, ...args] =
    process.platform === 'win32' || shell === undefined || shell === ''
      ? shellProgram(command)
      : [shell, '-c', command];
  const child = spawn(program, args, { cwd, stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
}
