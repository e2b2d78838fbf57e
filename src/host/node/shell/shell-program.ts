import { existsSync } from 'node:fs';

// Models write for bash. Homes of it that are no part of a PATH which a project could change.
const BASH_PATHS = ['/bin/bash', '/usr/bin/bash', '/usr/local/bin/bash', '/run/current-system/sw/bin/bash'];

/** Where bash is, if there is one. */
export function findBash(): string | undefined {
  return process.platform === 'win32' ? undefined : BASH_PATHS.find((path) => existsSync(path));
}

/** The program and the arguments that run a command line: bash, else sh; on Windows PowerShell. */
export function shellProgram(command: string): readonly [string, ...string[]] {
  if (process.platform === 'win32') {
    return ['powershell.exe', '-NoLogo', '-NoProfile', '-NonInteractive', '-Command', command];
  }
  return [findBash() ?? '/bin/sh', '-c', command];
}
