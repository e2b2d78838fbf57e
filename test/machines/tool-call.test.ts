import { createActor, fromPromise, toPromise } from 'xstate';
import { describe, expect, test } from 'vitest';
import type { AgentMode } from '../../src/actors/protocol/agent.js';
import { InvalidParamsError, SandboxRefusedError } from '../../src/actors/protocol/errors.js';
import type { ToolResult } from '../../src/actors/protocol/tool.js';
import type { ApprovalOutcome, PermittedCall, ValidatedCall } from '../../src/machines/validated-call.js';
import { toolCall } from '../../src/machines/tool-call.js';
import type { ToolInfo } from '../../src/machines/tool-info.js';

const TOOLS = new Map<string, ToolInfo>([
  ['look', { name: 'look', category: 'Read file', isReadOnly: true }],
  ['change', { name: 'change', category: 'File edits', isReadOnly: false }],
]);
const FINE: ToolResult = { outcome: 'success', success: true, output: 'fine' };

interface Behaviour {
  readonly validate?: () => unknown;
  readonly mayRun?: boolean;
  readonly decide?: (call: ValidatedCall) => Promise<ApprovalOutcome>;
  readonly checkpoint?: () => Promise<void>;
  readonly run?: (call: PermittedCall) => Promise<ToolResult>;
}

/** Runs a call and tells which effects were used, in order, and how it ended. */
async function play(tool: string, mode: AgentMode, behaviour: Behaviour = {}) {
  const steps: string[] = [];
  const {
    validate = () => ({ ok: true }),
    mayRun = true,
    decide = async (): Promise<ApprovalOutcome> => ({ decision: 'approve' }),
    checkpoint = async () => undefined,
    run = async () => FINE,
  } = behaviour;
  const machine = toolCall.provide({
    guards: {
      'may run without asking': () => {
        steps.push('judge');
        return mayRun;
      },
    },
    actors: {
      'validate the call': fromPromise(async () => {
        steps.push('validate');
        return validate();
      }),
      'ask the person': fromPromise(({ input }) => {
        steps.push('ask');
        return decide(input);
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
  const actor = createActor(machine, { input: { call, mode, tools: TOOLS } }).start();
  return { steps: (await toPromise(actor), steps), result: await toPromise(actor) };
}

describe('a call', () => {
  test('of a tool that only reads is validated, judged and run', async () => {
    expect(await play('look', 'gather')).toEqual({ steps: ['validate', 'judge', 'run'], result: FINE });
  });

  test('of a tool that changes something takes a checkpoint first', async () => {
    expect(await play('change', 'agent')).toEqual({
      steps: ['validate', 'judge', 'checkpoint', 'run'],
      result: FINE,
    });
  });

  test('that needs approval takes its checkpoint after it was given', async () => {
    expect(await play('change', 'agent', { mayRun: false })).toEqual({
      steps: ['validate', 'judge', 'ask', 'checkpoint', 'run'],
      result: FINE,
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
      params: { at: 'a' },
    });
  });

  test('of an unknown tool is invalid and touches nothing', async () => {
    expect(await play('ghost', 'agent')).toMatchObject({
      steps: [],
      result: { outcome: 'invalid_params', success: false, error: 'UNKNOWN_TOOL' },
    });
  });

  test.each<[AgentMode, string]>([
    ['ask', 'look'],
    ['ask', 'change'],
    ['gather', 'change'],
  ])('in %s mode of %s is rejected and touches nothing', async (mode, tool) => {
    expect(await play(tool, mode)).toMatchObject({
      steps: [],
      result: { outcome: 'rejected', success: false, error: 'UNKNOWN_TOOL' },
    });
  });

  test('with bad parameters is invalid, in the words of the validator', async () => {
    const validate = (): never => {
      throw new InvalidParamsError('at must be a path.', { tool: 'look', problems: ['at'] });
    };
    expect(await play('look', 'agent', { validate })).toEqual({
      steps: ['validate'],
      result: {
        outcome: 'invalid_params',
        success: false,
        output: 'at must be a path.',
        error: 'INVALID_PARAMS',
      },
    });
  });

  test('that is denied is rejected', async () => {
    expect(await play('change', 'agent', { mayRun: false, decide: async () => 'deny' })).toMatchObject({
      steps: ['validate', 'judge', 'ask'],
      result: { outcome: 'rejected', success: false },
    });
  });

  test('that nobody can be asked about is rejected', async () => {
    const decide = (): Promise<never> => Promise.reject(new Error('nobody is here'));
    expect(await play('change', 'agent', { mayRun: false, decide })).toMatchObject({
      steps: ['validate', 'judge', 'ask'],
      result: { outcome: 'rejected', output: 'nobody is here' },
    });
  });

  test('whose checkpoint fails runs all the same, and says so', async () => {
    const checkpoint = (): Promise<never> => Promise.reject(new Error('disk full'));
    expect(await play('change', 'agent', { checkpoint })).toEqual({
      steps: ['validate', 'judge', 'checkpoint', 'run'],
      result: { ...FINE, output: 'fine\n\n(No checkpoint could be taken before this call: disk full)' },
    });
  });

  test('that fails has the failure as its result', async () => {
    const run = (): Promise<never> => Promise.reject(new Error('boom'));
    expect(await play('look', 'agent', { run })).toEqual({
      steps: ['validate', 'judge', 'run'],
      result: {
        outcome: 'tool_error',
        success: false,
        output: 'boom',
        cause: expect.objectContaining({ message: 'boom' }),
      },
    });
  });

  test.each([
    ['validate the call', 'invalid_params'],
    ['ask the person', 'rejected'],
    ['run the tool', 'tool_error'],
  ])('without "%s" says that it is not provided', async (missing, outcome) => {
    const provided = {
      'validate the call': fromPromise(async () => ({})),
      'ask the person': fromPromise<ApprovalOutcome, ValidatedCall>(async () => ({ decision: 'approve' })),
      'take a checkpoint': fromPromise<void, ValidatedCall>(async () => undefined),
      'run the tool': fromPromise<ToolResult, ValidatedCall>(async () => FINE),
    };
    const actors = Object.fromEntries(Object.entries(provided).filter(([name]) => name !== missing));
    const machine = toolCall.provide({ guards: { 'may run without asking': () => false }, actors });
    const input = {
      call: { id: 'c0', name: 'change', arguments: '{}' },
      mode: 'agent' as const,
      tools: TOOLS,
    };
    expect(await toPromise(createActor(machine, { input }).start())).toMatchObject({
      outcome,
      output: `"${missing}" is not provided`,
    });
  });
});

describe('a command that nobody was asked about', () => {
  const looking = { kind: 'looking' } as const;
  const working = { kind: 'working', hasNetwork: false, mayWriteRepository: false, reveals: [] } as const;
  const refused = new SandboxRefusedError('Exit code 1. stderr: read-only', { refusal: 'write' });
  const access = (call: ValidatedCall) => (call.refusal === undefined ? looking : working);
  const decide = async (call: ValidatedCall): Promise<ApprovalOutcome> => ({
    decision: 'approve',
    access: access(call),
    shown: 'digest',
  });

  test('takes no checkpoint when it only looks, and runs with what it was permitted', async () => {
    const ran: PermittedCall[] = [];
    const run = async (call: PermittedCall) => (ran.push(call), FINE);
    const { steps } = await play('change', 'agent', { mayRun: false, decide, run });
    expect(steps).toEqual(['validate', 'judge', 'ask', 'run']);
    expect(ran).toMatchObject([{ callId: 'c0', access: looking, shown: 'digest' }]);
  });

  test('is asked about when the sandbox made it fail, and takes a checkpoint before its second run', async () => {
    const ran: PermittedCall[] = [];
    const run = async (call: PermittedCall): Promise<ToolResult> => {
      ran.push(call);
      if (call.refusal === undefined) throw refused;
      return FINE;
    };
    expect(await play('change', 'agent', { mayRun: false, decide, run })).toEqual({
      steps: ['validate', 'judge', 'ask', 'run', 'ask', 'checkpoint', 'run'],
      result: FINE,
    });
    expect(ran.map((call) => call.access)).toEqual([looking, working]);
  });

  test('is asked about once, whatever its second run throws', async () => {
    const run = (): Promise<never> => Promise.reject(refused);
    expect(await play('change', 'agent', { mayRun: false, decide, run })).toMatchObject({
      steps: ['validate', 'judge', 'ask', 'run', 'ask', 'checkpoint', 'run'],
      result: { outcome: 'tool_error', error: 'SANDBOX_REFUSED' },
    });
  });

  test('tells the model what it printed when the person does not let it do more', async () => {
    const run = (): Promise<never> => Promise.reject(refused);
    const once = async (call: ValidatedCall): Promise<ApprovalOutcome> =>
      call.refusal === undefined ? decide(call) : 'deny';
    const { steps, result } = await play('change', 'agent', { mayRun: false, decide: once, run });
    expect(steps).toEqual(['validate', 'judge', 'ask', 'run', 'ask']);
    expect(result.outcome).toBe('rejected');
    expect(result.output).toMatch(/^The person denied this call\.[^]*Exit code 1\. stderr: read-only$/);
  });
});
