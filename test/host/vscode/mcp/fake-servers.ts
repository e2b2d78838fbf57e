import type {
  McpOffers,
  McpPromptMessage,
  McpServerDefinition,
  McpServerStatus,
} from '../../../../src/actors/protocol/mcp.js';
import type { McpServers } from '../../../../src/host/api.js';

/** Servers that are in the states that a test gives them, and note what is done with them. */
export class FakeServers implements McpServers {
  readonly problems: readonly string[] = [];
  readonly ready = Promise.resolve();
  readonly calls: string[] = [];
  onReload: () => void = () => undefined;
  readonly #definitions: readonly McpServerDefinition[];
  readonly #statuses = new Map<string, McpServerStatus>();
  readonly #listeners = new Set<() => void>();

  constructor(definitions: readonly McpServerDefinition[]) {
    this.#definitions = definitions;
    for (const { name } of definitions)
      this.#statuses.set(name, {
        name,
        state: 'ready',
        digest: name,
        tools: [],
        isLazy: false,
        restarts: 0,
      });
  }

  set(name: string, more: Partial<McpServerStatus>): void {
    const status = this.#statuses.get(name);
    if (status === undefined) throw new Error(`There is no server ${name}.`);
    this.#statuses.set(name, { ...status, ...more });
    for (const listener of this.#listeners) listener();
  }

  list(): readonly McpServerStatus[] {
    return [...this.#statuses.values()];
  }

  definition(name: string): McpServerDefinition {
    const found = this.#definitions.find((definition) => definition.name === name);
    if (found === undefined) throw new Error(`There is no server ${name}.`);
    return found;
  }

  tools(): readonly [] {
    return [];
  }

  offers(): McpOffers {
    return { prompts: [], resources: [] };
  }

  readPrompt(): Promise<McpPromptMessage> {
    return Promise.resolve({ text: '', attachments: [] });
  }

  readResource(): Promise<readonly []> {
    return Promise.resolve([]);
  }

  log(): readonly [] {
    return [];
  }

  onLog(): () => void {
    return () => undefined;
  }

  restart(name: string): Promise<void> {
    return this.#note(`restart ${name}`);
  }

  stop(name: string): Promise<void> {
    return this.#note(`stop ${name}`);
  }

  forget(name: string): Promise<void> {
    return this.#note(`forget ${name}`);
  }

  async reload(): Promise<void> {
    await this.#note('reload');
    this.onReload();
  }

  prompts(): Promise<readonly []> {
    return Promise.resolve([]);
  }

  prompt(): Promise<unknown> {
    return Promise.resolve({ messages: [] });
  }

  onChanged(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  [Symbol.asyncDispose](): Promise<void> {
    return Promise.resolve();
  }

  #note(call: string): Promise<void> {
    this.calls.push(call);
    return Promise.resolve();
  }
}
