import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** A new folder inside a tree, for files that a benchmark writes; gone when the process ends. */
export function openScratchFolder(root: string): string {
  const folder = mkdtempSync(join(root, 'troupe-bench-scratch-'));
  process.once('exit', () => {
    rmSync(folder, { recursive: true, force: true });
  });
  process.once('SIGINT', () => process.exit(130));
  return folder;
}
