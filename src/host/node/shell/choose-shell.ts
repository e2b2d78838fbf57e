import { existsSync } from 'node:fs';
import { win32 } from 'node:path';

// Models write for bash. Fixed paths, because a project could change the PATH.
const BASH_PATHS = ['/bin/bash', '/usr/bin/bash', '/usr/local/bin/bash', '/run/current-system/sw/bin/bash'];

/** The path of bash, if it is installed. */
export function findBash(): string | undefined {
  return process.platform === 'win32' ? undefined : BASH_PATHS.find((path) => existsSync(path));
}

/** The program and arguments that run a command line: bash, otherwise sh; on Windows PowerShell. */
export function chooseShell(command: string): readonly [string, ...string[]] {
  if (process.platform === 'win32') {
    return [
      windowsProgram('WindowsPowerShell\\v1.0\\powershell.exe'),
      '-NoLogo',
      '-NoProfile',
      '-NonInteractive',
      '-Command',
      command,
    ];
  }
  return [findBash() ?? '/bin/sh', '-c', command];
}

/** A program of Windows itself. By its name alone, one in the working directory would be started in its place. */
export function windowsProgram(path: string): string {
  const { SystemRoot: root = 'C:\\Windows' } = process.env;
  return win32.join(root, 'System32', path);
}
