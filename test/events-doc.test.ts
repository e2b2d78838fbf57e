import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AgentEvent } from '../src/actors/protocol/agent.js';
import type { Totals } from '../src/host/cli/turn/turn-printer.js';
import { anyTurns, turnTools } from './arbitraries/agent-turn.js';
import { makeEngine } from './doubles/make-engine.js';

const text = readFileSync(join(import.meta.dirname, '../docs/events.md'), 'utf8');

type Fields<Shape> = {
  readonly [Name in keyof Omit<Shape, 'type'>]-?: object extends Pick<Shape, Name & keyof Shape> ? '?' : '';
};

type FieldsOf<Type extends AgentEvent['type']> = Fields<Extract<AgentEvent, { type: Type }>>;

// Complete by its type: a new event or field does not compile before it is named here, and then the test fails.
const EVENTS: { readonly [Type in AgentEvent['type']]: FieldsOf<Type> } & { readonly end: Fields<Totals> } = {
  token: { channel: '', content: '' },
  retry: { attempt: '', maxAttempts: '', waitMs: '', reason: '', model: '?' },
  thought: { content: '', reasoning: '?' },
  usage: { usage: '', costUsd: '?', model: '?' },
  action: { callId: '', tool: '', params: '' },
  approval_request: {
    callId: '',
    tool: '',
    category: '',
    params: '',
    reasons: '',
    preview: '?',
    protectedPaths: '?',
    offers: '?',
  },
  approval_resolved: { callId: '', decision: '', by: '', reason: '?' },
  tool_output: { callId: '', stream: '', text: '' },
  observation: { callId: '', tool: '', result: '' },
  notice: { message: '' },
  instructions: { files: '', skills: '?' },
  compaction: {
    cause: '',
    stage: '',
    tokensBefore: '',
    tokensAfter: '',
    replaced: '',
    summary: '?',
    usage: '?',
    costUsd: '?',
    model: '?',
  },
  plan: { goal: '', steps: '', digest: '', omitted: '?' },
  step_complete: { step: '', status: '', result: '?', failure: '?' },
  message: { content: '' },
  message_withdrawn: { content: '' },
  answer: { content: '' },
  error: { name: '', code: '', message: '', partial: '', cause: '?' },
  end: { elapsedMs: '', usage: '', costUsd: '?', modelCalls: '', toolCalls: '', deniedCalls: '' },
};

/** The fields of each type, as the table has them: the name, with `?` behind it where it may be absent. */
const documented = new Map(
  [...text.matchAll(/^\| `(\w+)` +\| (.*?) +\|/gm)].map(([, type = '', fields = '']) => [
    type,
    [...fields.replaceAll(/\([^)]*\)/g, '').matchAll(/`(\w+)`(\??)/g)]
      .map(([, name = '', mark = '']) => name + mark)
      .sort(),
  ]),
);

/** The productions of the grammar, each as a regular expression over names in angle brackets. */
const productions = (() => {
  const [, block = ''] = /```\n([^`]*start turn end[^`]*)```/.exec(text) ?? [];
  const rules = new Map<string, string>();
  let last = '';
  for (const line of block.split('\n')) {
    const [, name, rule = ''] = /^(\w+) *:= (.*)$/.exec(line) ?? [];
    if (name === undefined) rules.set(last, `${rules.get(last) ?? ''} ${line.trim()}`);
    else rules.set((last = name), rule);
  }
  const toRegExp = (rule: string): string =>
    rule
      .replaceAll(/\w+/g, (word) => {
        const inner = word === 'call' ? undefined : rules.get(word);
        return inner === undefined ? `(?:<${word}>)` : `(?:${toRegExp(inner)})`;
      })
      .replaceAll(' ', '');
  return new Map([...rules].map(([name, rule]) => [name, new RegExp(`^(?:${toRegExp(rule)})$`)]));
})();

describe('docs/events.md', () => {
  test('names every event and every field of it', () => {
    const { end, ...events } = EVENTS;
    const expected = Object.entries({ ...events, end: { ...end, exitCode: '' } }).map(([type, fields]) => [
      type,
      Object.entries(fields)
        .map(([name, mark]) => name + mark)
        .sort(),
    ]);
    const { start, ...rest } = Object.fromEntries(documented) as Record<string, string[]>;
    expect(rest).toEqual(Object.fromEntries(expected));
    expect(start).toEqual(['mode', 'model', 'provider', 'roots', 'thread', 'version']);
  });

  test('has a grammar that every run obeys', async () => {
    await fc.assert(
      fc.asyncProperty(anyTurns, async (turns) => {
        const { engine, clock } = makeEngine(turns, turnTools(), {
          approvals: { 'Dangerous tools': 'auto' },
        });
        clock.autoAdvance();
        const stream = engine.processMessage('Go');
        const events: AgentEvent[] = [];
        for await (const event of stream) {
          events.push(event);
          if (event.type === 'approval_request')
            engine.respondToApproval(event.callId, events.length % 2 === 0 ? 'approve' : 'deny');
        }
        const steps = events.filter(
          ({ type }) => type !== 'notice' && type !== 'message' && type !== 'compaction',
        );
        // Calls overlap: together they are some calls, and each of them by itself is one.
        const names = steps.map((event) => ('callId' in event ? '<call>' : `<${event.type}>`)).join('');
        expect(names).toMatch(productions.get('turn') as RegExp);
        expect(`<start>${names}<end>`).toMatch(productions.get('run') as RegExp);
        const calls = new Map<string, string>();
        for (const event of steps)
          if ('callId' in event && event.type !== 'tool_output')
            calls.set(event.callId, `${calls.get(event.callId) ?? ''}<${event.type}>`);
        for (const call of calls.values()) expect(call).toMatch(productions.get('call') as RegExp);
      }),
      { numRuns: 100 },
    );
  });

  test('has a grammar that refuses what is out of order', () => {
    const turn = productions.get('turn') as RegExp;
    for (const wrong of ['', '<thought><error>', '<answer><answer>', '<call><answer>', '<thought><call>'])
      expect(wrong).not.toMatch(turn);
    const call = productions.get('call') as RegExp;
    for (const wrong of ['', '<action>', '<approval_request><observation>', '<observation><action>'])
      expect(wrong).not.toMatch(call);
  });
});
