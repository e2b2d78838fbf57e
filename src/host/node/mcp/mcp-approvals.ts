import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { SettingsError } from '../../../actors/protocol/errors.js';
import { errorCode } from '../../../actors/protocol/errors/error-code.js';
import { parseRecord, readArray } from '../../../actors/protocol/json/json-shape.js';
import { changeFile } from '../change-file.js';
import { describeUnreadable } from '../describe-unreadable.js';
import { isWritableByOthers } from '../is-writable-by-others.js';
import { liesInside } from '../lies-inside.js';
import { settingsDirectory } from '../settings-directory.js';
import { replaceFile } from '../replace-file.js';

const DIGEST = /^[0-9a-f]{64}$/;

/** Which definitions of servers the person has approved, by their digests, in a file outside of every project. */
export class McpApprovals {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /**
   * The file in this person's folder of settings; `undefined` when it would lie inside a root, where the agent may write.
   */
  static open(
    env: Readonly<Record<string, string | undefined>>,
    roots: readonly string[],
  ): McpApprovals | undefined {
    const path = join(settingsDirectory(env), 'mcp-approvals.json');
    return liesInside(path, roots) ? undefined : new McpApprovals(path);
  }

  /** Errors: `SettingsError` when others may write the file, or when its content is invalid. No file holds none. */
  async load(): Promise<ReadonlySet<string>> {
    const found = await stat(this.#path).catch((error: unknown) => {
      if (errorCode(error) === 'ENOENT') return undefined;
      throw this.#problem(describeUnreadable(error));
    });
    if (found === undefined) return new Set();
    if (isWritableByOthers(found))
      throw this.#problem(
        `can be written by others: run "chmod 600 ${this.#path}" if you trust what it says`,
      );
    const text = await readFile(this.#path, 'utf8').catch((error: unknown) => {
      throw this.#problem(describeUnreadable(error));
    });
    const approved = parseRecord(text)?.['approved'];
    const digests = readArray(approved).filter((digest) => typeof digest === 'string' && DIGEST.test(digest));
    if (!Array.isArray(approved) || digests.length < approved.length)
      throw this.#problem('is not a list of digests: delete it, and approve the servers again');
    return new Set(digests as string[]);
  }

  /** Stores an approval. Errors: those of `load`, and those of the file system. */
  async add(digest: string): Promise<void> {
    await changeFile(this.#path, async () => {
      const known = await this.load();
      if (!known.has(digest)) await this.#write([...known, digest]);
    });
  }

  /** Takes an approval back. Errors: those of `load`, and those of the file system. */
  async remove(digest: string): Promise<void> {
    await changeFile(this.#path, async () => {
      const known = await this.load();
      if (known.has(digest)) await this.#write([...known].filter((other) => other !== digest));
    });
  }

  async #write(approved: readonly string[]): Promise<void> {
    await replaceFile(this.#path, `${JSON.stringify({ approved }, null, 2)}\n`);
  }

  #problem(text: string): SettingsError {
    return new SettingsError(`The file of approved servers ${this.#path} ${text}.`, { setting: 'mcp' });
  }
}
