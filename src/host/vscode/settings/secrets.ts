import type { SecretStorage } from 'vscode';
import { SettingsError } from '../../../actors/protocol/errors.js';
import { originOf } from './model-config.js';
import { SETTING_TEXTS } from '../words/editor-words.js';

/**
 * API keys in the editor's secret storage, one for each server: a setting that leads to another server finds no key
 * there. Keys occur in no setting, log, message or transcript. Source: SPEC M5.
 */
export class ApiKeys {
  readonly #storage: Pick<SecretStorage, 'get' | 'store' | 'delete'>;

  constructor(storage: Pick<SecretStorage, 'get' | 'store' | 'delete'>) {
    this.#storage = storage;
  }

  /**
   * The key for the server at `baseUrl`; `''` stands for OpenAI. Errors: `SettingsError` when the secret storage cannot
   * be read.
   */
  async get(baseUrl: string): Promise<string | undefined> {
    try {
      return await this.#storage.get(nameOf(baseUrl));
    } catch (cause) {
      const message = SETTING_TEXTS.secretsLocked;
      throw new SettingsError(message, { setting: 'apiKey' }, { cause });
    }
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
  if (key === '') return SETTING_TEXTS.keyMissing;
  return /^[\x21-\x7e]+$/.test(key) ? undefined : SETTING_TEXTS.keyBroken;
}
