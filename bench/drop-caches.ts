import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

/** Empties the disk's cache, as only root on Linux may. Returns why it could not, or nothing. */
export function dropCaches(): string | undefined {
  try {
    execFileSync('sync');
    writeFileSync('/proc/sys/vm/drop_caches', '3');
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
