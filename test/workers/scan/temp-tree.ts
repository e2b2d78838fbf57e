import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { AbsPath } from '../../../src/actors/protocol/workspace.js';

/** Real files in a temporary folder. */
export class TempTree {
  readonly root: AbsPath;

  constructor() {
    this.root = realpathSync(mkdtempSync(join(tmpdir(), 'troupe-scan-'))) as AbsPath;
  }

  /** Writes a file and the directories it needs, and returns its absolute path. */
  write(path: string, content: string | Uint8Array = ''): string {
    const file = join(this.root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    return file;
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
