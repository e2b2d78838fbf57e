import { toJsonLine } from './draw/to-json-line.js';
import type { Command } from 'commander';
import type { ApprovalRule } from '../../actors/protocol/approvals.js';
import { describeRule } from '../../actors/approvals/describe-rules.js';
import { SettingsError } from '../../actors/protocol/errors.js';
import { ApprovalFile, findApprovalsFile } from '../node/approval-store.js';
import type { Session } from './session.js';
import { escapeHidden } from './draw/escape-hidden.js';

const EXAMPLES = `
Examples:
  troupe approvals           what is remembered, each with its number
  troupe approvals remove 2  take back what stands there as 2
  troupe approvals clear     revoke all approvals; what is forbidden stays
`;

/** Adds `troupe approvals`, which lists and revokes the rules that were answered with "always". */
export function registerApprovalsCommand(
  program: Command,
  session: () => Pick<Session, 'out' | 'isJson'>,
): void {
  const approvals = program
    .command('approvals')
    .description('list or revoke what you always allowed')
    .addHelpText('after', EXAMPLES);
  const show = async (
    rules: readonly Numbered[],
    toText: (rule: Numbered) => string,
    ifNone: string,
  ): Promise<void> => {
    const { out, isJson } = session();
    for (const rule of rules) await out.line(isJson ? toJsonLine(rule) : toText(rule));
    if (rules.length === 0 && !isJson) await out.line(ifNone);
  };

  approvals
    .command('list', { isDefault: true })
    .description('list the stored approvals')
    .action(async () => {
      const rules = await load();
      const width = String(rules.length).length;
      await show(
        rules,
        (rule) => `${String(rule.number).padStart(width)}  ${describe(rule)}`,
        'Nothing is remembered.',
      );
    });
  approvals
    .command('remove <number...>')
    .description('revoke the approvals with these numbers')
    .action(async (numbers: readonly string[]) => {
      const rules = await load();
      const taken = numbers.map(
        (text) => rules.find(({ number }) => String(number) === text) ?? missing(text, rules),
      );
      await openFile().remove(taken);
      await show(taken, describeRevoked, '');
    });
  approvals
    .command('clear')
    .description('revoke all approvals')
    .action(async () => {
      const taken = (await load()).filter(({ effect }) => effect === 'allow');
      await openFile().remove(taken);
      await show(taken, describeRevoked, 'Nothing was allowed.');
    });
}

function describeRevoked(rule: ApprovalRule): string {
  return `Revoked: ${describe(rule)}`;
}

function missing(number: string, { length }: readonly Numbered[]): never {
  const known = length === 0 ? 'nothing is remembered' : `there are 1 to ${length}`;
  throw new SettingsError(`There is no approval ${number}: ${known} (see "troupe approvals").`, {
    setting: 'approvals',
  });
}

/** A rule with its number in the list. */
interface Numbered extends ApprovalRule {
  readonly number: number;
}

async function load(): Promise<readonly Numbered[]> {
  const rules = await openFile().load();
  return rules.map((rule, index) => ({ number: index + 1, ...rule }));
}

function openFile(): ApprovalFile {
  return new ApprovalFile(findApprovalsFile(process.env));
}

function describe(rule: ApprovalRule): string {
  return escapeHidden(`${rule.effect} ${describeRule(rule)}`);
}
