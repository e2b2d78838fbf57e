import { describe, expect, test } from 'vitest';
import { looksLikeKey } from '../../../../src/host/vscode/setup/looks-like-key.js';
import { toTypedRow } from '../../../../src/host/vscode/setup/model-rows.js';

describe('the row of a name that was typed', () => {
  test('has no words in its label, by which the editor sorts: a model that is offered comes first', () => {
    const { label, description, value } = toTypedRow('mock-mo');
    expect([label, description, value]).toEqual(['$(edit)', 'Use the name “mock-mo”', { model: 'mock-mo' }]);
  });

  test('leads to the key, and does not show it, where a key was typed', () => {
    const row = toTypedRow('sk-proj-1234567890');
    expect([row.label, row.value]).toEqual(['$(key)', { goTo: 'key' }]);
    expect(JSON.stringify(row)).not.toContain('1234567890');
  });
});

test.each([
  'sk-proj-abcDEF0123456789',
  'sk-ant-api03-abcdefgh',
  'AIzaSyA0123456789abcdefghijklmnopqrstuv',
  'gsk_abcdefgh',
  'xai-abcdefgh',
  'hf_abcdefghijkl',
  'Bearer abcdefgh',
  '0123456789abcdef0123456789abcdef',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc',
])('%s looks like a key', (text) => {
  expect(looksLikeKey(text)).toBe(true);
});

test.each([
  'gpt-5.1-codex-max',
  'claude-sonnet-4-5-20250929',
  'qwen3-coder:480b-cloud',
  'accounts/fireworks/models/deepseek-v3p1-terminus',
  'Qwen2.5-VL-72B-Instruct-AWQ-4bit-128g',
  'hf.co/unsloth/gpt-oss-20b-GGUF:Q4_K_M',
  'meta-llama/Llama-4-Maverick-17B-128E-Instruct-FP8',
  'mistralai/Mixtral-8x22B-Instruct-v0.1',
  'text-embedding-3-large',
])('%s is a name of a model', (text) => {
  expect(looksLikeKey(text)).toBe(false);
});
