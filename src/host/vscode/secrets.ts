import type { SecretStorage } from 'vscode';
import { originOf } from './model-config.js';

/**
 * API keys in the editor's secret storage, one for each server: a setting that leads elsewhere finds no key there.
 * They are in no setting, log, message or transcript. Source: SPEC M5.
 */
export class ApiKeys {
  readonly #storage: Pick<SecretStorage, 'get' | 'store' | 'delete'>;

  constructor(storage: Pick<SecretStorage, 'get' | 'store' | 'delete'>) {
    this.#storage = storage;
  }

  /** The key for the server at `baseUrl`, `''` being OpenAI. */
  async get(baseUrl: string): Promise<string | undefined> {
    return this.#storage.get(nameOf(baseUrl));
  }

  async set(baseUrl: string, key: string): Promise<void> {
    await this.#storage.store(nameOf(baseUrl), key.trim());
  }

  async clear(baseUrl: string): Promise<void> {
    await this.#storage.delete(nameOf(baseUrl));
  }
}

function nameOf(baseUrl: string): string {
  return `troupe.apiKey ${originOf(baseUrl)}`;
}

/** Why a text cannot be an API key, as a sentence; `undefined` when it can. */
export function findKeyProblem(text: string): string | undefined {
  const key = text.trim();
  if (key === '') return 'Paste the key.';
  return /^[\x21-\x7e]+$/.test(key)
    ? undefined
    : 'This has characters that no key has. Was it copied whole, without quotes?';
}
