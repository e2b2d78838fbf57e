import { getEventListeners } from 'node:events';
import { describe, expect, test } from 'vitest';
import type { ToolCategory } from '../../src/actors/protocol/tool.js';
import { Approvals } from '../../src/host/approvals.js';
import type { CheckedCall } from '../../src/machines/checked-call.js';

const call = (callId: string, category: ToolCategory = 'File edits'): CheckedCall => ({
  callId,
  tool: 'change',
  category,
  params: {},
});

describe('the policy', () => {
  test.each<[ToolCategory, boolean]>([
    ['Read file', true],
    ['File edits', false],
    ['Dangerous tools', false],
    ['MCP tools', false],
  ])('lets %s run without asking by default: %s', (category, expected) => {
    expect(new Approvals().mayRunWithoutAsking(call('a', category))).toBe(expected);
  });

  test('changes only the categories it names', () => {
    const approvals = new Approvals({ 'Read file': 'ask', 'File edits': 'auto' });
    const categories = ['Read file', 'File edits', 'Dangerous tools', 'MCP tools'] as const;
    expect(categories.map((category) => approvals.mayRunWithoutAsking(call('a', category)))).toEqual([
      false,
      true,
      false,
      false,
    ]);
  });
});

describe('a call that is asked about', () => {
  test('gets the answer that names it', async () => {
    const approvals = new Approvals();
    const { signal } = new AbortController();
    const first = approvals.ask(call('a'), signal);
    const second = approvals.ask(call('b'), signal);
    expect(approvals.first).toEqual(call('a'));
    expect(approvals.answer('b', 'approve')).toBe(true);
    expect(approvals.answer('a', 'deny')).toBe(true);
    expect(await Promise.all([first, second])).toEqual(['deny', 'approve']);
    expect(approvals.first).toBeUndefined();
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  test('is answered once', () => {
    const approvals = new Approvals();
    void approvals.ask(call('a'), new AbortController().signal);
    expect(approvals.answer('a', 'approve')).toBe(true);
    expect(approvals.answer('a', 'approve')).toBe(false);
  });

  test('is withdrawn when it is cancelled', async () => {
    const approvals = new Approvals();
    const controller = new AbortController();
    const asked = approvals.ask(call('a'), controller.signal);
    controller.abort('stop');
    expect(approvals.first).toBeUndefined();
    expect(approvals.answer('a', 'approve')).toBe(false);
    await expect(asked).rejects.toBe('stop');
  });

  test('is never asked when it was cancelled before', async () => {
    const approvals = new Approvals();
    await expect(approvals.ask(call('a'), AbortSignal.abort('stop'))).rejects.toBe('stop');
    expect(approvals.first).toBeUndefined();
  });
});
