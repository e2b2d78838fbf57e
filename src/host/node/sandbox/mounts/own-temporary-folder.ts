import { mkdtempSync, readdirSync, realpathSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorCode } from '../../../../actors/protocol/errors/error-code.js';
import { makeFolderSync } from '../../../../workers/disk/make-folder.js';

// What a command makes in it has the permissions that it gives; the folder around it is this person's alone.
const AS_ELSEWHERE = 0o777;
const PREFIX = 'troupe-commands-';
const NAME = /^troupe-commands-(\d+)-/;

/**
 * What commands of the working world have in place of the temporary folders of the system. It is made when it is first asked
 * for, and removed when it is disposed, or, after a kill, when another one is made.
 */
export class OwnTemporaryFolder implements AsyncDisposable {
  readonly #parents: readonly string[];
  #path: string | undefined;

  /** `parents`: where to make it, the first that can be written to. Default: temporary folders of the system. */
  constructor(parents: readonly string[] = [tmpdir(), '/tmp', '/var/tmp']) {
    this.#parents = parents;
  }

  /**
   * The folder for one of the system's temporary folders; `undefined` when nobody can make one here, where commands could
   * write to the system's no more than that. Shape: without links.
   */
  readonly get = (index: number): string | undefined => {
    this.#path ??= this.#make();
    if (this.#path === undefined) return undefined;
    const folder = join(this.#path, String(index));
    makeFolderSync(folder, AS_ELSEWHERE);
    return folder;
  };

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#path !== undefined) await remove(this.#path);
  }

  #make(): string | undefined {
    for (const parent of this.#parents) {
      try {
        const made = realpathSync(mkdtempSync(join(parent, `${PREFIX}${process.pid}-`)));
        removeStale(parent);
        return made;
      } catch {
        // It is missing, or nobody can write there.
      }
    }
    return undefined;
  }
}

/** Removes what programs that were killed have left. */
function removeStale(parent: string): void {
  for (const name of readdirSync(parent)) {
    const pid = NAME.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) void remove(join(parent, name));
  }
}

/** What a command has closed to its owner stays: nobody waits for it. */
async function remove(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 2 }).catch(() => undefined);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}
