import { access, readFile } from 'node:fs/promises';
import { SettingsError } from '../../../actors/protocol/errors.js';
import { errorCode } from '../../../actors/protocol/errors/error-code.js';
import { isRecord, parseRecord } from '../../../actors/protocol/json/json-shape.js';
import { changeFile } from '../change-file.js';
import { replaceFile } from '../replace-file.js';

/** A server as the file spells it. */
export type WrittenServer = Readonly<Record<string, unknown>>;

/** This person's `mcp.json`, to be changed. What else is in it stays as it is. */
export class OwnMcpFile {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /** Errors: `SettingsError` when there is a server of that name, or when the file is not plain JSON. */
  async add(name: string, server: WrittenServer): Promise<void> {
    await changeFile(this.#path, async () => {
      const { content, key, servers } = await this.#read();
      if (Object.hasOwn(servers, name))
        throw new SettingsError(`There is a server "${name}" in ${this.#path} already: remove it first.`, {
          setting: 'mcp',
        });
      await this.#write({ ...content, [key]: { ...servers, [name]: server } });
    });
  }

  /** Returns whether there was one. Errors: `SettingsError` when the file is not plain JSON. */
  remove(name: string): Promise<boolean> {
    return changeFile(this.#path, async () => {
      const { content, key, servers } = await this.#read();
      if (!Object.hasOwn(servers, name)) return false;
      const { [name]: _, ...left } = servers;
      await this.#write({ ...content, [key]: left });
      return true;
    });
  }

  /** Makes the file, without a server, unless it is there. Errors: those of the file system. */
  async ensure(): Promise<void> {
    await changeFile(this.#path, () => access(this.#path).catch(() => this.#write({ mcpServers: {} })));
  }

  async #read(): Promise<{
    readonly content: Readonly<Record<string, unknown>>;
    readonly key: string;
    readonly servers: Readonly<Record<string, unknown>>;
  }> {
    const text = await readFile(this.#path, 'utf8').catch((error: unknown) => {
      if (errorCode(error) === 'ENOENT') return '{}';
      throw error;
    });
    const content = parseRecord(text);
    if (content === undefined)
      throw new SettingsError(
        `${this.#path} is not plain JSON, so that changing it could lose something: edit it by hand.`,
        { setting: 'mcp' },
      );
    const key = isRecord(content['servers']) ? 'servers' : 'mcpServers';
    const servers = content[key];
    return { content, key, servers: isRecord(servers) ? servers : {} };
  }

  async #write(content: object): Promise<void> {
    await replaceFile(this.#path, `${JSON.stringify(content, null, 2)}\n`);
  }
}
