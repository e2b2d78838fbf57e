import { expect, test } from 'vitest';
import { readEndpoint } from '../../../../src/actors/llm/server/endpoint.js';
import { SettingsError } from '../../../../src/actors/protocol/errors.js';

const config = (baseUrl: string, apiKey = 'sk-secret') => ({
  provider: 'openai',
  model: 'm',
  baseUrl,
  apiKey,
});

test.each([
  'https://example.com/v1',
  'http://localhost:11434/v1',
  'http://models.localhost/v1',
  'http://127.0.0.1:1/v1',
  'http://127.9.9.9/v1',
  'http://[::1]:8000/v1',
  // As the URL parser reads it: 127.0.0.1.
  'http://2130706433/v1',
])('a key goes to %s', (baseUrl) => {
  expect(readEndpoint(config(baseUrl)).apiKey).toBe('sk-secret');
});

test.each([
  'http://example.com/v1',
  'http://api.openai.com/v1',
  'http://192.168.0.2:11434/v1',
  'http://localhost.example.com/v1',
  'http://127.0.0.1.example.com/v1',
  'http://0.0.0.0/v1',
])('no key goes to %s', (baseUrl) => {
  expect(() => readEndpoint(config(baseUrl))).toThrow(SettingsError);
  expect(() => readEndpoint(config(baseUrl))).toThrow(/over plain http/);
  expect(() => readEndpoint(config(baseUrl))).not.toThrow(/sk-secret/);
  expect(readEndpoint(config(baseUrl, '')).apiKey).toBe('');
});
