import { z } from 'zod';
import type { CommandGrants } from '../../protocol/shell.js';

const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;
// Without `.` and `..` as names, so that the path stays in the home folder, and without characters that would hide a
// part of it from the person who is asked.
const IN_HOME = /^~(?:\/(?!\.{1,2}(?:\/|$))[^/\p{C}\p{Zl}\p{Zp}]+)+$/u;

/** The parameter for what a command needs beyond the sandbox. */
export const needsParam = z
  .array(
    z
      .string()
      .refine(
        (need) => VARIABLE.test(need) || IN_HOME.test(need),
        'each value of needs must be "network", "git", the name of a variable of the environment, or a path like "~/.npmrc"',
      ),
  )
  .max(20)
  .default([])
  .describe(
    'What it needs beyond the sandbox; the person is asked. "network"; "git" to commit, stash or change branches; a ' +
      'secret environment variable by its name, or a path like "~/.npmrc", both hidden otherwise.',
  );

/** What a call asks for; `undefined` when it asks for nothing. */
export function readNeeds(needs: readonly string[]): CommandGrants | undefined {
  if (needs.length === 0) return undefined;
  return {
    hasNetwork: needs.includes('network'),
    mayWriteRepository: needs.includes('git'),
    reveals: needs.filter((need) => need !== 'network' && need !== 'git'),
  };
}
