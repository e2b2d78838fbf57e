import { createActor, fromPromise, toPromise } from 'xstate';
import { describe, expect, test } from 'vitest';
import type { AgentMode } from '../../src/actors/protocol/agent.js';
import {
  InvalidParamsError,
  SandboxRefusedError,
  UnaskedAddressError,
} from '../../src/actors/protocol/errors.js';
import type { ToolCall } from '../../src/actors/protocol/llm.js';
import type { EntryBody } from '../../src/actors/protocol/thread.js';
import type { ToolResult } from '../../src/actors/protocol/tool.js';
import type {
  Judgement,
  PermittedCall,
  QuestionEnd,
  ValidatedCall,
  ValidatedParams,
} from '../../src/machines/validated-call.js';
import { toolCall } from '../../src/machines/tool-call.js';
import type { ToolInfo } from '../../src/machines/tool-info.js';

const TOOLS = new Map<string, ToolInfo>([
  ['look', { name: 'look', category: 'Read file', isReadOnly: true }],
  ['change', { name: 'change', category: 'File edits', isReadOnly: false }],
]);
const FINE: ToolResult = { outcome: 'success', success: true, output: 'fine' };
const RUN: Judgement = { kind: 'run', permission: {} };
const ASK: Judgement = { kind: 'ask', question: { reasons: ['It changes files.'] }, permission: {} };

interface Behaviour {
  readonly validate?: () => unknown;
  readonly judge?: (call: ValidatedCall) => Promise<Judgement>;
  readonly answer?: (call: ValidatedCall) => Promise<QuestionEnd>;
  readonly checkpoint?: () => Promise<void>;
  readonly run?: (call: PermittedCall) => Promise<ToolResult>;
  readonly isRecorded?: boolean;
}

/** Runs a call and tells which effects were used and what was recorded, in order, and how it ended. */
async function play(tool: string, mode: AgentMode, behaviour: Behaviour = {}) {
  const steps: string[] = [];
  const entries: EntryBody[] = [];
  const {
    validate = () => ({ ok: true }),
    judge = async () => RUN,
    answer = async (): Promise<QuestionEnd> => ({ decision: 'approve' }),
    checkpoint = async () => undefined,
    run = async () => FINE,
    isRecorded = false,
  } = behaviour;
  const machine = toolCall.provide({
    actions: {
      record: (_, entry) => {
        if (entry === undefined) return;
        entries.push(entry);
        steps.push(entry.kind);
      },
    },
    actors: {
      'validate the call': fromPromise<ValidatedParams, ToolCall>(async () => {
        steps.push('validate');
        return { params: validate(), paths: ['a.ts'] };
      }),
      'judge the call': fromPromise(({ input }) => {
        steps.push('judge');
        return judge(input);
      }),
      'ask the person': fromPromise(({ input }) => {
        steps.push('ask');
        return answer(input);
      }),
      'take a checkpoint': fromPromise(() => {
        steps.push('checkpoint');
        return checkpoint();
      }),
      'run the tool': fromPromise(({ input }) => {
        steps.push('run');
        return run(input);
      }),
    },
  });
  const call = { id: 'c0', name: tool, arguments: '{}' };
  const actor = createActor(machine, { input: { call, mode, tools: TOOLS, isRecorded } }).start();
  const result = await toPromise(actor);
  return { steps: steps.join(' '), entries, result };
}

describe('a call', () => {
  test('of a tool that only reads is validated, judged and run', async () => {
    expect(await play('look', 'gather')).toEqual({
      steps: 'validate call judge call_began run',
      entries: [
        {
          kind: 'call',
          callId: 'c0',
          tool: 'look',
          category: 'Read file',
          params: { ok: true },
          paths: ['a.ts'],
        },
        { kind: 'call_began', callId: 'c0' },
      ],
      result: FINE,
    });
  });

  test('of a tool that changes something takes a checkpoint before it begins', async () => {
    expect(await play('change', 'agent')).toMatchObject({
      steps: 'validate call judge checkpoint call_began run',
      result: FINE,
    });
  });

  test('that a person approves tells the question and the answer, and then takes its checkpoint', async () => {
    const judge = async (): Promise<Judgement> => ({ ...ASK, permission: { shown: 'digest' } });
    const answer = async () => ({ decision: 'approve', scope: 'thread' }) as const;
    const { steps, entries, result } = await play('change', 'agent', { judge, answer });
    expect(steps).toBe('validate call judge approval_asked ask approval_answered checkpoint call_began run');
    expect(entries.slice(1, 3)).toEqual([
      { kind: 'approval_asked', callId: 'c0', reasons: ['It changes files.'], digest: 'digest' },
      { kind: 'approval_answered', callId: 'c0', decision: 'approve', scope: 'thread', by: 'person' },
    ]);
    expect(result).toEqual(FINE);
  });

  test('that is allowed while a person is asked runs with what is permitted then, and tells what allowed it', async () => {
    const judge = async (): Promise<Judgement> => ({ ...ASK, permission: { shown: 'asked' } });
    const answer = async () => ({ kind: 'run', permission: { shown: 'allowed' }, by: 'mode' }) as const;
    const ran: PermittedCall[] = [];
    const run = async (call: PermittedCall): Promise<ToolResult> => {
      ran.push(call);
      return FINE;
    };
    const { steps, entries, result } = await play('change', 'agent', { judge, answer, run });
    expect(steps).toBe('validate call judge approval_asked ask approval_answered checkpoint call_began run');
    expect(entries[2]).toEqual({
      kind: 'approval_answered',
      callId: 'c0',
      decision: 'approve',
      by: 'mode',
    });
    expect(ran.map(({ shown }) => shown)).toEqual(['allowed']);
    expect(result).toEqual(FINE);
  });

  test('that a rule or a mode allows tells which of them, and asks nobody', async () => {
    const judge = async (): Promise<Judgement> => ({ kind: 'run', permission: {}, by: 'mode' });
    const { steps, entries } = await play('change', 'agent', { judge });
    expect(steps).toBe('validate call judge approval_answered checkpoint call_began run');
    expect(entries[1]).toEqual({
      kind: 'approval_answered',
      callId: 'c0',
      decision: 'approve',
      by: 'mode',
    });
  });

  test('that a rule refuses tells the reason, and asks nobody', async () => {
    const result: ToolResult = { outcome: 'rejected', success: false, output: 'A rule forbids change.' };
    const judge = async (): Promise<Judgement> => ({ kind: 'refuse', by: 'rule', result });
    const played = await play('change', 'agent', { judge });
    expect(played).toMatchObject({ steps: 'validate call judge approval_answered', result });
    expect(played.entries[1]).toMatchObject({
      decision: 'deny',
      by: 'rule',
      reason: 'A rule forbids change.',
    });
  });

  test('that cannot succeed has that as its result, and nobody decided about it', async () => {
    const result: ToolResult = { outcome: 'tool_error', success: false, output: 'There is no such file.' };
    const judge = async (): Promise<Judgement> => ({ kind: 'refuse', result });
    expect(await play('change', 'agent', { judge })).toMatchObject({ steps: 'validate call judge', result });
  });

  test('that the thread has already is not recorded again', async () => {
    expect(await play('look', 'agent', { isRecorded: true })).toMatchObject({
      steps: 'validate judge call_began run',
    });
  });

  test('runs with the parameters that were validated', async () => {
    const { result } = await play('look', 'agent', {
      validate: () => ({ at: 'a' }),
      run: async (call) => ({ ...FINE, output: JSON.stringify(call) }),
    });
    expect(JSON.parse(result.output)).toEqual({
      callId: 'c0',
      tool: 'look',
      category: 'Read file',
      mode: 'agent',
      params: { at: 'a' },
    });
  });

  test('of an unknown tool is invalid and touches nothing', async () => {
    expect(await play('ghost', 'agent')).toMatchObject({
      steps: '',
      result: { outcome: 'invalid_params', success: false, error: 'UNKNOWN_TOOL' },
    });
  });

  test.each<[AgentMode, string]>([
    ['ask', 'look'],
    ['ask', 'change'],
    ['gather', 'change'],
  ])('in %s mode of %s is rejected and touches nothing', async (mode, tool) => {
    expect(await play(tool, mode)).toMatchObject({
      steps: 'call',
      result: { outcome: 'rejected', success: false, error: 'UNKNOWN_TOOL' },
    });
  });

  test('with bad parameters is invalid, in the words of the validator', async () => {
    const validate = (): never => {
      throw new InvalidParamsError('at must be a path.', { tool: 'look', problems: ['at'] });
    };
    expect(await play('look', 'agent', { validate })).toEqual({
      steps: 'validate call',
      entries: [{ kind: 'call', callId: 'c0', tool: 'look', category: 'Read file', params: {}, paths: [] }],
      result: {
        outcome: 'invalid_params',
        success: false,
        output: 'at must be a path.',
        error: 'INVALID_PARAMS',
      },
    });
  });

  test.each([
    [undefined, /^The person denied this call\./, undefined],
    ['Keep it sorted.', /^This call was denied, with the reason: Keep it sorted\.$/, 'APPROVAL_DENIED'],
  ])('that is denied is rejected, with the reason %s', async (reason, output, error) => {
    const answer = async (): Promise<QuestionEnd> => ({
      decision: 'deny',
      ...(reason === undefined ? {} : { reason }),
    });
    const played = await play('change', 'agent', { judge: async () => ASK, answer });
    expect(played.steps).toBe('validate call judge approval_asked ask approval_answered');
    expect(played.result).toMatchObject({ outcome: 'rejected', success: false });
    expect(played.result.error).toBe(error);
    expect(played.result.output).toMatch(output);
  });

  test('that nobody can be asked about is rejected', async () => {
    const answer = (): Promise<never> => Promise.reject(new Error('nobody is here'));
    expect(await play('change', 'agent', { judge: async () => ASK, answer })).toMatchObject({
      steps: 'validate call judge approval_asked ask',
      result: { outcome: 'rejected', output: 'nobody is here' },
    });
  });

  test('whose checkpoint fails runs all the same, and says so', async () => {
    const checkpoint = (): Promise<never> => Promise.reject(new Error('disk full'));
    expect(await play('change', 'agent', { checkpoint })).toMatchObject({
      steps: 'validate call judge checkpoint call_began run',
      result: { ...FINE, output: 'fine\n\n(No checkpoint could be taken before this call: disk full)' },
    });
  });

  test('that fails has the failure as its result', async () => {
    const run = (): Promise<never> => Promise.reject(new Error('boom'));
    expect((await play('look', 'agent', { run })).result).toEqual({
      outcome: 'tool_error',
      success: false,
      output: 'boom',
      cause: expect.objectContaining({ message: 'boom' }),
    });
  });

  test.each([
    ['validate the call', 'invalid_params'],
    ['judge the call', 'rejected'],
    ['ask the person', 'rejected'],
    ['run the tool', 'tool_error'],
  ])('without "%s" says that it is not provided', async (missing, outcome) => {
    const provided = {
      'validate the call': fromPromise<ValidatedParams, ToolCall>(async () => ({ params: {}, paths: [] })),
      'judge the call': fromPromise<Judgement, ValidatedCall>(async () => ASK),
      'ask the person': fromPromise<QuestionEnd, ValidatedCall>(async () => ({ decision: 'approve' })),
      'take a checkpoint': fromPromise<void, ValidatedCall>(async () => undefined),
      'run the tool': fromPromise<ToolResult, PermittedCall>(async () => FINE),
    };
    const actors = Object.fromEntries(Object.entries(provided).filter(([name]) => name !== missing));
    const machine = toolCall.provide({ actions: { record: () => undefined }, actors });
    const input = {
      call: { id: 'c0', name: 'change', arguments: '{}' },
      mode: 'agent' as const,
      tools: TOOLS,
      isRecorded: false,
    };
    expect(await toPromise(createActor(machine, { input }).start())).toMatchObject({
      outcome,
      output: `"${missing}" is not provided`,
    });
  });

  test('without "record" says that it is not provided', async () => {
    const machine = toolCall.provide({
      actors: {
        'validate the call': fromPromise<ValidatedParams, ToolCall>(async () => ({ params: {}, paths: [] })),
      },
    });
    const input = {
      call: { id: 'c0', name: 'change', arguments: '{}' },
      mode: 'agent' as const,
      tools: TOOLS,
      isRecorded: false,
    };
    await expect(toPromise(createActor(machine, { input }).start())).rejects.toThrow(
      '"record" is not provided',
    );
  });
});

describe('a command that nobody was asked about', () => {
  const looking = { kind: 'looking' } as const;
  const working = { kind: 'working', hasNetwork: false, mayWriteRepository: false, reveals: [] } as const;
  const refused = new SandboxRefusedError('Exit code 1. stderr: read-only', { refusal: 'write' });
  const judge = async (call: ValidatedCall): Promise<Judgement> =>
    call.refusal === undefined
      ? { kind: 'run', permission: { access: looking, shown: 'digest' } }
      : { ...ASK, permission: { access: working, shown: 'digest' } };

  test('takes no checkpoint when it only looks, and runs with what it was permitted', async () => {
    const ran: PermittedCall[] = [];
    const run = async (call: PermittedCall) => (ran.push(call), FINE);
    const { steps } = await play('change', 'agent', { judge, run });
    expect(steps).toBe('validate call judge call_began run');
    expect(ran).toMatchObject([{ callId: 'c0', access: looking, shown: 'digest' }]);
  });

  test('is asked about when the sandbox made it fail, and takes a checkpoint before its second run', async () => {
    const ran: PermittedCall[] = [];
    const run = async (call: PermittedCall): Promise<ToolResult> => {
      ran.push(call);
      if (call.refusal === undefined) throw refused;
      return FINE;
    };
    expect(await play('change', 'agent', { judge, run })).toMatchObject({
      steps:
        'validate call judge call_began run judge approval_asked ask approval_answered checkpoint call_began run',
      result: FINE,
    });
    expect(ran.map((call) => call.access)).toEqual([looking, working]);
  });

  test('is asked about once, whatever its second run throws', async () => {
    const run = (): Promise<never> => Promise.reject(refused);
    const { steps, result } = await play('change', 'agent', { judge, run });
    expect(steps.match(/ask /g)).toHaveLength(1);
    expect(result).toMatchObject({ outcome: 'tool_error', error: 'SANDBOX_REFUSED' });
  });

  test('tells the model what it printed when the person does not let it do more', async () => {
    const run = (): Promise<never> => Promise.reject(refused);
    const answer = async () => ({ decision: 'deny' }) as const;
    const { result } = await play('change', 'agent', { judge, answer, run });
    expect(result.outcome).toBe('rejected');
    expect(result.output).toMatch(/^The person denied this call\.[^]*Exit code 1\. stderr: read-only$/);
  });
});

describe('a call that comes to an address that nobody was asked about', () => {
  const target = (url: string, from = 'https://a.example/') => ({ url, from, redirects: 1 });
  const come = (url: string): never => {
    throw new UnaskedAddressError(`It leads to ${url}.`, { target: target(url) });
  };
  const judge = async (call: ValidatedCall): Promise<Judgement> =>
    call.target?.url === 'https://c.example/' ? RUN : ASK;

  test('is judged again with it, as often as it comes to another, and goes on there', async () => {
    const ran: PermittedCall[] = [];
    const run = async (call: PermittedCall): Promise<ToolResult> => {
      ran.push(call);
      if (call.target === undefined) return come('https://b.example/');
      return call.target.url === 'https://b.example/' ? come('https://c.example/') : FINE;
    };
    expect(await play('look', 'gather', { judge, run })).toMatchObject({
      steps:
        'validate call judge approval_asked ask approval_answered call_began run judge approval_asked ask approval_answered call_began run judge call_began run',
      result: FINE,
    });
    expect(ran.map((call) => call.target)).toEqual([
      undefined,
      target('https://b.example/'),
      target('https://c.example/'),
    ]);
  });

  test('tells the model where it led when the person says no', async () => {
    const run = async (): Promise<ToolResult> => come('https://b.example/?x');
    const answer = async (call: ValidatedCall) =>
      ({ decision: call.target === undefined ? 'approve' : 'deny', reason: 'Not there.' }) as const;
    const { result } = await play('look', 'agent', { judge, answer, run });
    expect(result).toMatchObject({
      outcome: 'rejected',
      output:
        'This call was denied, with the reason: Not there.\n\nhttps://a.example/ redirects to https://b.example/?x, which was not fetched.',
    });
  });

  test('ends, whatever its tool does', async () => {
    const run = async (): Promise<ToolResult> => come('https://b.example/');
    const { steps, result } = await play('look', 'agent', { run });
    expect(steps.match(/run/g)).toHaveLength(13);
    expect(result).toMatchObject({ outcome: 'tool_error', error: 'UNASKED_ADDRESS' });
  });
});
