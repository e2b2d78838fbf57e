import { describe, expect, test } from 'vitest';
import { SettingsError } from '../../../../src/actors/protocol/errors.js';
import { ApiKeys, findKeyProblem } from '../../../../src/host/vscode/settings/secrets.js';
import { errorOf } from '../../../doubles/error-of.js';

/** A secret storage in memory, and what is in it. */
function makeKeys() {
  const stored = new Map<string, string>();
  const keys = new ApiKeys({
    get: (name) => Promise.resolve(stored.get(name)),
    store: (name, value) => {
      stored.set(name, value);
      return Promise.resolve();
    },
    delete: (name) => {
      stored.delete(name);
      return Promise.resolve();
    },
  });
  return { keys, stored };
}

describe('a key', () => {
  test('is kept for its server, whatever the path, without the space around it', async () => {
    const { keys } = makeKeys();
    await keys.set('https://models.example/v1', ' sk-1\n');
    expect(await keys.get('https://models.example/v2')).toBe('sk-1');
  });

  test.each(['https://evil.example', 'http://models.example', 'https://models.example:8443', ''])(
    'is not given to %j',
    async (other) => {
      const { keys } = makeKeys();
      await keys.set('https://models.example', 'sk-1');
      expect(await keys.get(other)).toBeUndefined();
    },
  );

  test('is gone once it is cleared, and others stay', async () => {
    const { keys, stored } = makeKeys();
    await keys.set('', 'sk-1');
    await keys.set('http://localhost:1', 'sk-2');
    await keys.clear('');
    expect([...stored]).toEqual([['troupe.apiKey http://localhost:1', 'sk-2']]);
  });
});

test('a storage that fails is a problem with the settings', async () => {
  const cause = new Error('no keyring');
  const keys = new ApiKeys({
    get: () => Promise.reject(cause),
    store: () => Promise.reject(cause),
    delete: () => Promise.reject(cause),
  });
  expect(await errorOf(() => keys.get(''))).toEqual(
    new SettingsError(
      'The secret storage of the editor cannot be read: it may be locked, or missing on this system.',
      { setting: 'apiKey' },
      { cause },
    ),
  );
});

test.each([
  ['sk-abc_123', undefined],
  ['  sk-abc\n', undefined],
  ['', 'Paste the key.'],
  [' ', 'Paste the key.'],
  ['sk abc', 'This has characters that no key has. Was it copied whole, without quotes?'],
  ['“sk-abc”', 'This has characters that no key has. Was it copied whole, without quotes?'],
])('a key typed as %j is judged at once', (text, problem) => {
  expect(findKeyProblem(text)).toBe(problem);
});
