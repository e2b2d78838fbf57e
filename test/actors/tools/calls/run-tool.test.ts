import { causeOf } from '../../../../src/actors/protocol/cause-of.js';
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
import { listCallPaths } from '../../../../src/actors/tools/calls/list-call-paths.js';
import { errorOf } from '../../../doubles/error-of.js';
import { IMAGES, pngPart } from '../../../doubles/images.js';

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
    expect(cause).toEqual(isOurs ? undefined : causeOf(error).cause);
    expect(JSON.stringify(cause ?? '').length).toBeLessThan(25_000);
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

describe('the images of a result', () => {
  const run = (images: readonly { mediaType: string; data: string }[]) =>
    runTool({ ...makeTool(async () => 'done'), images: () => images }, 'p', makeContext());

  test('go along with its text, with the type that they have', async () => {
    const { data, size } = pngPart(640, 480);
    expect(await run([{ mediaType: 'image/jpeg', data }])).toEqual({
      outcome: 'success',
      success: true,
      output: 'p: DONE',
      images: [{ mediaType: 'image/png', data, size }],
    });
  });

  test('are left out one by one, and the text says why', async () => {
    const good = pngPart(1, 1);
    const wide = Buffer.from(IMAGES.gif(9_000, 1)).toString('base64');
    expect(
      await run([{ mediaType: 'image/png', data: 'none' }, good, { mediaType: '', data: wide }]),
    ).toEqual({
      outcome: 'success',
      success: true,
      output:
        'p: DONE\n(Image 1 is left out: it is not a PNG, JPEG, GIF or WebP image.)\n' +
        '(Image 3 is left out: it has 9000x1 pixels, and the limit is 8000 a side.)',
      images: [good],
    });
  });

  test('are ten at most', async () => {
    const { images, output } = await run(Array.from({ length: 11 }, () => pngPart(1, 1)));
    expect(images?.length).toBe(10);
    expect(output).toContain('(Image 11 is left out: a result has at most 10 images.)');
  });
});

describe('the paths of a call', () => {
  test('are those that its tool names, each once', () => {
    const tool = { paths: (params: unknown) => (params as { all: string[] }).all };
    expect(listCallPaths(tool, { all: ['b', 'a', 'b'], uri: 'c' })).toEqual(['b', 'a']);
  });

  test('are otherwise the texts in the usual parameters', () => {
    expect(listCallPaths({}, { uri: 'a', path: 'b', from: 'c', to: 'c', cwd: 'd', other: 'e' })).toEqual([
      'a',
      'b',
      'c',
    ]);
    for (const params of [{ uri: 1, path: ['a'] }, [], null, 'uri', undefined])
      expect(listCallPaths({}, params)).toEqual([]);
  });
});
