import { chmodSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';

/** A new directory of its own, links resolved. */
export function makeTempDir(): AbsPath {
  return realpathSync(mkdtempSync(join(tmpdir(), 'troupe-'))) as AbsPath;
}

/** Removes a directory, whatever the modes in it. */
export function removeTempDir(directory: AbsPath): void {
  try {
    rmSync(directory, { recursive: true, force: true });
  } catch {
    emptyFolder(directory);
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Empties a folder, whatever the modes in it. */
export function emptyFolder(root: string): void {
  for (const entry of readdirSync(root, { withFileTypes: true })) {
    const path = join(root, entry.name);
    if (entry.isDirectory()) {
      // Only root empties a folder that nobody may write to.
      chmodSync(path, 0o700);
      emptyFolder(path);
    }
    rmSync(path, { recursive: true, force: true });
  }
}

/** Writes each file, with the directories above it. */
export function writeFiles(root: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [path, content] of Object.entries(files)) {
    const absolute = join(root, path);
    mkdirSync(dirname(absolute), { recursive: true });
    writeFileSync(absolute, content);
  }
}
