import { expect, test } from 'vitest';
import { SettingsError } from '../../../src/actors/protocol/errors.js';
import type { LLMProvider } from '../../../src/actors/protocol/llm.js';
import { ProviderRegistry } from '../../../src/actors/llm/registry.js';

const provider = (name: string): LLMProvider => ({
  name,
  createAdapter: () => {
    throw new Error('not needed');
  },
  validateConfig: () => Promise.resolve({ ok: true }),
});

test('ProviderRegistry gets what was registered', () => {
  const [one, two] = [provider('one'), provider('two')];
  const registry = new ProviderRegistry([two]);
  registry.register(one);
  expect(registry.get('one')).toBe(one);
  expect(registry.get('two')).toBe(two);
});

test('ProviderRegistry names the providers there are when asked for another', () => {
  expect(() => new ProviderRegistry([provider('two'), provider('one')]).get('onee')).toThrow(
    new SettingsError('There is no model provider named "onee". Known providers: one, two.', {
      setting: 'provider',
    }),
  );
});

test.each(['one', ''])('ProviderRegistry refuses a provider named %j when that is taken or empty', (name) => {
  expect(() => {
    new ProviderRegistry([provider('one')]).register(provider(name));
  }).toThrow(SettingsError);
});
