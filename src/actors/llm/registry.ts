import { SettingsError } from '../protocol/errors.js';
import type { LLMProvider } from '../protocol/llm.js';

/** The providers that a host offers, by name. */
export class ProviderRegistry {
  readonly #providers = new Map<string, LLMProvider>();

  constructor(providers: Iterable<LLMProvider> = []) {
    for (const provider of providers) this.register(provider);
  }

  /** Errors: `SettingsError` when the name is empty or taken. */
  register(provider: LLMProvider): void {
    if (provider.name === '' || this.#providers.has(provider.name))
      throw new SettingsError(
        provider.name === ''
          ? 'A model provider needs a name.'
          : `A model provider named "${provider.name}" is registered already.`,
        { setting: 'provider' },
      );
    this.#providers.set(provider.name, provider);
  }

  /** Errors: `SettingsError` with the list of known names. */
  get(name: string): LLMProvider {
    const provider = this.#providers.get(name);
    if (provider !== undefined) return provider;
    const known = [...this.#providers.keys()].sort().join(', ') || 'none';
    throw new SettingsError(`There is no model provider named "${name}". Known providers: ${known}.`, {
      setting: 'provider',
    });
  }
}
