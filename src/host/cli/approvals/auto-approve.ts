import { InvalidArgumentError } from 'commander';
import type { ApprovalPolicy } from '../../../actors/protocol/approvals.js';

/** Calls that run without asking, named as on the command line. */
export type AutoApproval = 'edits' | 'commands' | 'all';

const POLICIES: Readonly<Record<AutoApproval, Partial<ApprovalPolicy>>> = {
  edits: { 'File edits': 'auto' },
  commands: { 'Dangerous tools': 'auto' },
  all: { 'File edits': 'auto', 'Dangerous tools': 'auto', 'MCP tools': 'auto' },
};

/** The approval policy that these options add up to. */
export function toApprovalPolicy(given: readonly AutoApproval[]): Partial<ApprovalPolicy> {
  return Object.assign({}, ...given.map((name) => POLICIES[name])) as Partial<ApprovalPolicy>;
}

/** Errors: `InvalidArgumentError`, for the parser of arguments. */
export function readAutoApproval(text: string): AutoApproval {
  if (text === 'edits' || text === 'commands' || text === 'all') return text;
  throw new InvalidArgumentError('Expected edits, commands or all.');
}
