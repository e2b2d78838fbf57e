import { describe, expect, test } from 'vitest';
import {
  CancellationError,
  FileNotFoundError,
  InvalidParamsError,
  ToolExecutionError,
  toWire,
  TroupeError,
} from '../../../../src/actors/protocol/errors.js';
import type { Tool, ToolContext } from '../../../../src/actors/protocol/tool.js';
import { runTool } from '../../../../src/actors/tools/calls/run-tool.js';
import { errorOf } from '../../../doubles/error-of.js';

function makeTool(run: (context: ToolContext) => Promise<string>): Tool<string, string> {
  return {
    name: 'demo',
    description: '',
    category: 'Read file',
    isReadOnly: true,
    parameters: {},
    validate: String,
    run: (_, context) => run(context),
    format: (result, params) => `${params}: ${result.toUpperCase()}`,
  };
}

function makeContext(signal = new AbortController().signal): ToolContext {
  return { roots: [], signal };
}

function fails(error: unknown): Tool<string, string> {
  return makeTool(async () => {
    throw error;
  });
}

describe('running a tool', () => {
  test('gives the result as the model reads it', async () => {
    expect(
      await runTool(
        makeTool(async () => 'done'),
        'p',
        makeContext(),
      ),
    ).toEqual({
      outcome: 'success',
      success: true,
      output: 'p: DONE',
    });
  });

  test.each<[what: string, error: unknown, output: string, code: string]>([
    [
      'a typed error',
      new FileNotFoundError('a is gone.', { path: 'a', suggestions: [] }),
      'a is gone.',
      'FILE_NOT_FOUND',
    ],
    [
      'bad parameters',
      new InvalidParamsError('No.', { tool: 'demo', problems: [] }),
      'No.',
      'INVALID_PARAMS',
    ],
    ['any error', new RangeError('too far'), 'demo failed: too far', 'TOOL_EXECUTION'],
    ['an error without words', new TypeError(), 'demo failed: TypeError', 'TOOL_EXECUTION'],
    ['what is no error', 'oops', 'demo failed: oops', 'TOOL_EXECUTION'],
    ['nothing', undefined, 'demo failed: undefined', 'TOOL_EXECUTION'],
    ['a long error', new Error('x'.repeat(20_000)), `demo failed: ${'x'.repeat(9_986)}…`, 'TOOL_EXECUTION'],
  ])('turns %s into an observation', async (_, error, output, code) => {
    const { cause, ...result } = await runTool(fails(error), 'p', makeContext());
    expect(result).toEqual({ outcome: 'tool_error', success: false, output, error: code });
    // What is none of our errors is kept for the program that it came from.
    const isOurs = error instanceof TroupeError || error === undefined;
    expect(cause).toEqual(isOurs ? undefined : toWire(error));
  });

  test('keeps the stack and the causes of what a tool throws for the program, and tells the model of neither', async () => {
    const why = new TypeError('not a number');
    const error = new Error('no result', { cause: why });
    const { cause, output } = await runTool(fails(error), 'p', makeContext());
    expect(output).toBe('demo failed: no result');
    expect(cause).toEqual({
      name: 'Error',
      message: 'no result',
      stack: error.stack,
      cause: { name: 'TypeError', message: 'not a number', stack: why.stack },
    });
    const ours = new ToolExecutionError('No.', { tool: 'demo' }, { cause: why });
    expect((await runTool(fails(ours), 'p', makeContext())).cause).toEqual(toWire(why));
  });

  test('turns an error thrown at once, or while the result is formatted, into an observation', async () => {
    const thrower = (): never => {
      throw new Error('broken');
    };
    const failure = {
      cause: expect.objectContaining({ message: 'broken' }),
      outcome: 'tool_error',
      success: false,
      output: 'demo failed: broken',
      error: 'TOOL_EXECUTION',
    };
    expect(await runTool({ ...makeTool(async () => ''), run: thrower }, 'p', makeContext())).toEqual(failure);
    expect(await runTool({ ...makeTool(async () => ''), format: thrower }, 'p', makeContext())).toEqual(
      failure,
    );
  });

  test('rejects with the reason of a cancel, whatever the tool made of it', async () => {
    const controller = new AbortController();
    const reason = new CancellationError('Stopped.', {});
    const tool = makeTool(async () => {
      controller.abort(reason);
      throw new Error('interrupted');
    });
    expect(await errorOf(() => runTool(tool, 'p', makeContext(controller.signal)))).toBe(reason);
  });

  test('does not start after a cancel', async () => {
    const reason = new CancellationError('Stopped.', {});
    let hasRun = false;
    const tool = makeTool(async () => {
      hasRun = true;
      return '';
    });
    expect(await errorOf(() => runTool(tool, 'p', makeContext(AbortSignal.abort(reason))))).toBe(reason);
    expect(hasRun).toBe(false);
  });

  test('rejects when the tool itself was cancelled', async () => {
    const error = new CancellationError('Stopped.', {});
    expect(await errorOf(() => runTool(fails(error), 'p', makeContext()))).toBe(error);
  });
});
