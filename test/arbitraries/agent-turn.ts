import * as fc from 'fast-check';
import { LLMConnectionError } from '../../src/actors/protocol/errors.js';
import type { ModelDelta } from '../../src/actors/protocol/llm.js';
import type { Tool } from '../../src/actors/protocol/tool.js';
import { ending, type PlayedTurn, reasoning, text, usage } from '../doubles/played-model.js';
import { simpleTool } from '../doubles/simple-tool.js';

/** Tools that read, change and fail, and one that needs a person. `onStep` is called when one starts and when it ends. */
export function turnTools(onStep: () => void = () => undefined): readonly Tool[] {
  const run = async (): Promise<string> => {
    onStep();
    await Promise.resolve();
    onStep();
    return 'seen';
  };
  const fail = async (): Promise<string> => {
    onStep();
    await Promise.resolve();
    throw new Error('boom');
  };
  return [
    simpleTool('look', { run }),
    simpleTool('change', { run, isReadOnly: false }),
    simpleTool('fail', { run: fail }),
    simpleTool('danger', { run, isReadOnly: false, category: 'Dangerous tools' }),
  ];
}

const piece = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: 'grapheme' }).map(text) },
  // What a model's tokens mostly begin or end with, and what is easily taken for nothing.
  { weight: 2, arbitrary: fc.constantFrom(' a', 'a ', ' ', '\n', '\n\n', '\t', '\u200d').map(text) },
  { weight: 1, arbitrary: fc.string().map(reasoning) },
);
const pieces = fc.array(piece, { maxLength: 6 });

// `stuck` and `__proto__` are unknown where a test registers no such tool.
const call = fc.record({
  name: fc.constantFrom('look', 'look', 'change', 'fail', 'danger', 'stuck', '__proto__'),
  args: fc.oneof(
    fc.dictionary(fc.constantFrom('at', 'bad', 'deep'), fc.nat(9)).map((args) => JSON.stringify(args)),
    fc.constantFrom('', '{', '[]', 'null', '{"at":'),
  ),
  id: fc.constantFrom('a', 'b', 'c', ''),
});

/** A turn in which the model asks for something. */
const askingTurn: fc.Arbitrary<PlayedTurn> = fc
  .record({ said: pieces, calls: fc.array(call, { minLength: 1, maxLength: 4 }), hasUsage: fc.boolean() })
  .map(({ said, calls, hasUsage }) =>
    ending(
      'toolCalls',
      ...said,
      ...calls.map(({ name, args, id }, index): ModelDelta => ({
        type: 'toolCall',
        index,
        id,
        name,
        arguments: args,
      })),
      ...(hasUsage ? [usage(7, 5)] : []),
    ),
  );

const lastTurn: fc.Arbitrary<PlayedTurn> = fc
  .record({
    said: pieces,
    reason: fc.constantFrom('end' as const, 'length' as const),
    hasUsage: fc.boolean(),
  })
  .map(({ said, reason, hasUsage }) =>
    // An answer without a word is none.
    ending(reason, ...said, text('.'), ...(hasUsage ? [usage(7, 5)] : [])),
  );

/** A request that breaks off and is made again. */
const brokenTurn: fc.Arbitrary<PlayedTurn> = pieces.map((said) => ({
  deltas: said,
  end: new LLMConnectionError('The server is down.', {}),
}));

/** A turn with nothing in it that can be used, which the model is asked for once more. */
const unusableTurn: fc.Arbitrary<PlayedTurn> = fc.oneof(
  fc.array(fc.string().map(reasoning), { maxLength: 2 }).map((said) => ending('end', ...said)),
  pieces.map((said) => ending('toolCalls', ...said, { type: 'toolCall', index: 0, arguments: '{}' })),
);

/**
 * What a model does until it has an answer: before each request that goes well up to `maxBroken` break off, and if any
 * do, one may have nothing in it.
 */
function successfulTurnsWith(maxBroken: number): fc.Arbitrary<readonly PlayedTurn[]> {
  const broken = fc
    .tuple(
      fc.array(brokenTurn, { maxLength: maxBroken }),
      fc.array(unusableTurn, { maxLength: Math.min(1, maxBroken) }),
    )
    .map(([first, then]) => [...first, ...then]);
  return fc
    .tuple(fc.array(fc.tuple(broken, askingTurn), { maxLength: 5 }), broken, lastTurn)
    .map(([asking, before, last]) => [asking.flat(2), before, last].flat());
}

const anyEnd: fc.Arbitrary<PlayedTurn> = fc.oneof(
  lastTurn,
  brokenTurn,
  pieces.map((said): PlayedTurn => ({ deltas: said, end: 'hang' })),
  pieces.map((said) => ending('filtered', ...said)),
  unusableTurn,
  fc.constant<PlayedTurn>({ deltas: [], end: new Error('odd') }),
);

function withAnyEnd(turns: fc.Arbitrary<readonly PlayedTurn[]>): fc.Arbitrary<readonly PlayedTurn[]> {
  return fc.tuple(turns, anyEnd).map(([all, end]) => all.slice(0, -1).concat(end));
}

/** No request fails too often, so all of them end in an answer. */
export const successfulTurns = successfulTurnsWith(2);

/** The end may be anything: an answer, nothing, silence, failures, a filter. */
export const anyTurns = withAnyEnd(successfulTurnsWith(2));

/** The same without requests that are made again, so that no time has to pass on the way. */
export const promptTurns = withAnyEnd(successfulTurnsWith(0));
