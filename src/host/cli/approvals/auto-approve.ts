import { InvalidArgumentError } from 'commander';
import type { ApprovalPolicy } from '../../../actors/protocol/approvals.js';

/** Calls that run without asking, named as on the command line. `sandboxed`: edits, and commands in the sandbox. */
export const AUTO_APPROVALS = ['edits', 'commands', 'sandboxed', 'all'] as const;

export type AutoApproval = (typeof AUTO_APPROVALS)[number];

const POLICIES: Readonly<Record<AutoApproval, Partial<ApprovalPolicy>>> = {
  edits: { 'File edits': 'auto' },
  commands: { 'Dangerous tools': 'auto' },
  sandboxed: { 'File edits': 'sandboxed', 'Dangerous tools': 'sandboxed' },
  all: { 'File edits': 'auto', 'Dangerous tools': 'auto', 'Web tools': 'auto', 'MCP tools': 'auto' },
};

/** The approval policy that these options add up to. */
export function toApprovalPolicy(given: readonly AutoApproval[]): Partial<ApprovalPolicy> {
  return Object.assign({}, ...given.map((name) => POLICIES[name])) as Partial<ApprovalPolicy>;
}

/** Errors: `InvalidArgumentError`, for the parser of arguments. */
export function readAutoApproval(text: string): AutoApproval {
  const known = AUTO_APPROVALS.find((name) => name === text);
  if (known !== undefined) return known;
  throw new InvalidArgumentError('Expected edits, commands, sandboxed or all.');
}
