import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeTempDir, removeTempDir } from '../../doubles/temp-dir.js';

/** Real files in a temporary directory. */
export class TempTree {
  readonly root = makeTempDir();

  /** Writes a file and the directories it needs, and returns its absolute path. */
  write(path: string, content: string | Uint8Array = ''): string {
    const file = join(this.root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    return file;
  }

  remove(): void {
    removeTempDir(this.root);
  }
}
