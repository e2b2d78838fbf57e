import { describe, test } from 'vitest';
import type { SandboxState } from '../../src/actors/protocol/shell.js';

/** `test` where nothing is missing. Elsewhere the test skips itself, and the report has what is missing as the reason. */
export function testUnless(missing: string | undefined) {
  return (name: string, run: () => unknown, timeoutMs?: number): void => {
    test(
      name,
      async ({ skip }) => {
        skip(missing !== undefined, missing);
        await run();
      },
      timeoutMs,
    );
  };
}

/** `describe` where nothing is missing. Elsewhere one test stands for the group, and skips itself with the reason. */
export function describeUnless(missing: string | undefined) {
  return (name: string, define: () => void): void => {
    if (missing === undefined) describe(name, define);
    else testUnless(missing)(name, () => undefined);
  };
}

/** Why commands have no sandbox; `undefined` where they have one. */
export function whyUnsandboxed(state: SandboxState): string | undefined {
  return state === 'sandboxed' ? undefined : `There is no sandbox for commands: ${state.missing}`;
}
