import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { SettingsError } from '../../../actors/protocol/errors.js';
import { errorCode } from '../../../actors/protocol/errors/error-code.js';
import { parseRecord, readString } from '../../../actors/protocol/json/json-shape.js';
import { settingsDirectory } from '../settings-directory.js';
import { changeFile } from '../change-file.js';
import { replaceFile } from '../replace-file.js';

/** What a program keeps about signing in at servers, each under its exact address. */
export interface McpTokenStore {
  load(url: string): Promise<string | undefined>;
  /** `undefined` removes it. */
  save(url: string, text: string | undefined): Promise<void>;
}

/** The tokens of servers in a file of this person that nobody else can read. */
export class McpTokenFile implements McpTokenStore {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  static open(env: Readonly<Record<string, string | undefined>>): McpTokenFile {
    return new McpTokenFile(join(settingsDirectory(env), 'mcp-tokens.json'));
  }

  /** Errors: `SettingsError` when others can read the file. */
  async load(url: string): Promise<string | undefined> {
    return readString((await this.#read())[url]);
  }

  /** Errors: those of `load`, and those of the file system. */
  save(url: string, text: string | undefined): Promise<void> {
    return changeFile(this.#path, async () => {
      const { [url]: _, ...others } = await this.#read();
      await this.#write(text === undefined ? others : { ...others, [url]: text });
    });
  }

  async #read(): Promise<Readonly<Record<string, unknown>>> {
    const found = await stat(this.#path).catch((error: unknown) => {
      if (errorCode(error) === 'ENOENT') return undefined;
      throw error;
    });
    if (found === undefined) return {};
    // Windows has no permission bits; its files are private to the user profile.
    if (process.platform !== 'win32' && (found.mode & 0o077) !== 0)
      throw new SettingsError(
        `The file of tokens ${this.#path} can be read by others: run "chmod 600 ${this.#path}" first.`,
        { setting: 'mcp' },
      );
    const content = parseRecord(await readFile(this.#path, 'utf8'));
    if (content !== undefined) return content;
    throw new SettingsError(
      `The file of tokens ${this.#path} is not JSON: delete it, and sign in at the servers again.`,
      { setting: 'mcp' },
    );
  }

  async #write(content: object): Promise<void> {
    await replaceFile(this.#path, `${JSON.stringify(content, null, 2)}\n`);
  }
}
