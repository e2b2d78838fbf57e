import { readdirSync, readFileSync } from 'node:fs';

// O_CLOEXEC, on all architectures that Node runs on. In octal, as /proc shows it.
const CLOSED_ON_EXEC = 0o2000000;

/**
 * The file descriptors above 2 that this process inherited and that its children would inherit too. One of them may be a
 * folder outside of the sandbox. Node marks those that it opens itself as close-on-exec.
 */
export function listInheritedFiles(): readonly number[] {
  return readdirSync('/proc/self/fd')
    .map(Number)
    .filter((fd) => fd > 2 && staysOpen(fd));
}

function staysOpen(fd: number): boolean {
  try {
    const flags = /^flags:\s*([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8'))?.[1];
    return flags !== undefined && (parseInt(flags, 8) & CLOSED_ON_EXEC) === 0;
  } catch {
    // It was that of the listing, which is closed.
    return false;
  }
}
