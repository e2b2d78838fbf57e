import type { SecretStorage } from 'vscode';
import type { McpTokenStore } from '../../node/mcp/token-file.js';

type Secrets = Pick<SecretStorage, 'get' | 'store' | 'delete'>;

/** The tokens of servers in the editor's secret storage, each under the exact address of its server. */
export function createSecretTokens(secrets: Secrets): McpTokenStore {
  const nameOf = (url: string): string => `troupe.mcpTokens ${url}`;
  return {
    load: async (url) => secrets.get(nameOf(url)),
    save: async (url, text) => {
      await (text === undefined ? secrets.delete(nameOf(url)) : secrets.store(nameOf(url), text));
    },
  };
}

/**
 * Values that definitions ask the person for, in the editor's secret storage. Each belongs to the file that asks: another
 * file may mean something else by the same id, and must not get it.
 */
export class SecretInputs {
  readonly #secrets: Secrets;

  constructor(secrets: Secrets) {
    this.#secrets = secrets;
  }

  async get(source: string, id: string): Promise<string | undefined> {
    return this.#secrets.get(nameInput(source, id));
  }

  async set(source: string, id: string, value: string): Promise<void> {
    await this.#secrets.store(nameInput(source, id), value);
  }

  async forget(source: string, ids: readonly string[]): Promise<void> {
    for (const id of ids) await this.#secrets.delete(nameInput(source, id));
  }
}

function nameInput(source: string, id: string): string {
  return `troupe.mcpInput ${JSON.stringify([source, id])}`;
}
