import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';

/** A new directory of its own, links resolved. */
export function makeTempDir(): AbsPath {
  return realpathSync(mkdtempSync(join(tmpdir(), 'troupe-'))) as AbsPath;
}

export function removeTempDir(directory: AbsPath): void {
  rmSync(directory, { recursive: true, force: true });
}

/** Writes each file, with the directories above it. */
export function writeFiles(root: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [path, content] of Object.entries(files)) {
    const absolute = join(root, path);
    mkdirSync(dirname(absolute), { recursive: true });
    writeFileSync(absolute, content);
  }
}
