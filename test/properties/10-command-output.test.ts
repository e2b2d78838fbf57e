import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Cage, makeShellWorld, type ShellWorld } from '../doubles/shell-world.js';
import { CASES, PATIENCE_MS } from './cases.js';

// Commands at once, as many as keep two cores busy.
const AT_ONCE = 4;
const RUNS = Math.ceil(CASES / AT_ONCE);
// A part of what is kept of a stream, so that it is kept whole. Units: UTF-16 units.
const MAX_TEXT_CHARS = 20_000;

interface Print {
  readonly stream: 'stdout' | 'stderr';
  readonly text: string;
}

/** Any characters that a terminal shows as they are, in any script, and line ends and tabs. */
const anyText = fc
  .tuple(
    fc.oneof(
      { weight: 4, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
      // What is easily taken for nothing.
      fc.constantFrom(' ', '\n', '\t\n', '\uFEFF', '\uFEFFx', '\n\nx\n'),
    ),
    fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 500 })),
  )
  .map(([text, times]) =>
    text
      .replaceAll(/(?![\n\t])\p{Cc}/gu, '')
      .repeat(times)
      .slice(0, MAX_TEXT_CHARS)
      .toWellFormed(),
  );

const anyCommand = fc.record({
  prints: fc.array(
    fc.record({ stream: fc.constantFrom<Print['stream']>('stdout', 'stderr'), text: anyText }),
    { maxLength: 4 },
  ),
  exitCode: fc.nat(255),
  cage: fc.constantFrom<Cage>('none', 'working'),
});

function toScript(prints: readonly Print[], exitCode: number): string {
  const lines = prints.map(
    ({ stream, text }) =>
      `printf %s '${text.replaceAll("'", String.raw`'\''`)}'${stream === 'stderr' ? ' >&2' : ''}`,
  );
  return [...lines, `exit ${exitCode}`].join('\n');
}

function textOf(prints: readonly Print[], stream: Print['stream']): string {
  return prints
    .filter((print) => print.stream === stream)
    .map(({ text }) => text)
    .join('');
}

let world: ShellWorld;
beforeAll(async () => {
  world = await makeShellWorld();
});
afterAll(async () => {
  expect(world.left()).toEqual([]);
  await world[Symbol.asyncDispose]();
});

test(
  'property 10: what a command prints, on both streams, and its exit code are captured',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyCommand, { minLength: AT_ONCE, maxLength: AT_ONCE }), async (commands) => {
        const results = await Promise.all(
          commands.map(async ({ prints, exitCode, cage }) => {
            const live = { stdout: '', stderr: '' };
            const result = await world.run(toScript(prints, exitCode), cage, {
              onOutput: ({ stream, text }) => {
                live[stream] += text;
              },
            });
            return { stdout: result.stdout, stderr: result.stderr, exitCode: result.exitCode, live };
          }),
        );
        expect(results).toEqual(
          commands.map(({ prints, exitCode }) => {
            const printed = { stdout: textOf(prints, 'stdout'), stderr: textOf(prints, 'stderr') };
            return { ...printed, exitCode, live: printed };
          }),
        );
      }),
      { numRuns: RUNS },
    );
    console.log(
      `Property 10: ${AT_ONCE * RUNS} commands in real shells, all they printed and how they ended was captured.`,
    );
  },
  PATIENCE_MS,
);
