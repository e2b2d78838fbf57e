import type { ApprovalRule } from '../../../src/actors/protocol/approvals.js';
import { judgeCommand } from '../../../src/actors/approvals/judge-command.js';
import type { CommandContext } from '../../../src/actors/approvals/line-judge.js';
import type { Verdict } from '../../../src/actors/approvals/verdict.js';
import { loadBashParser } from '../../../src/host/node/bash-parser.js';

const parse = await loadBashParser();

/** The verdict on a line that runs in `/work/app`, an empty folder of the root `/work`, with a sandbox. */
export function judgeLine(
  line: string,
  rules: readonly ApprovalRule[] = [],
  context: Partial<CommandContext> = {},
): Verdict {
  const expandGlob = (): readonly string[] => [];
  return judgeCommand(parse(line), rules, {
    isSandboxed: true,
    roots: ['/work'],
    cwd: '/work/app',
    parse,
    expandGlob,
    ...context,
  });
}
