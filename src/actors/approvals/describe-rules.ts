import type { ApprovalRule } from '../protocol/approvals.js';

// The approval question shows the whole line above.
const MAX_LINE_CHARS = 100;

/** Describes the rules that an answer would add, as a phrase after "allow". */
export function describeRules(rules: readonly ApprovalRule[]): string {
  return rules
    .map((rule) => {
      if (!('line' in rule.when)) return describeRule(rule);
      const { line, cwd } = rule.when;
      const isLong = line.length > MAX_LINE_CHARS || line.includes('\n');
      return isLong ? `exactly this command in ${cwd}` : describeRule(rule);
    })
    .join(' and ');
}

/** Describes what a rule matches, as a phrase after its effect. */
export function describeRule({ when }: ApprovalRule): string {
  if ('command' in when) return `commands that start with \`${when.command.join(' ')}\``;
  if ('line' in when) return `exactly \`${when.line}\` in ${when.cwd}`;
  if ('host' in when) return `pages of ${when.host}, over https`;
  if ('tool' in when) return `every call of ${when.tool}`;
  if ('server' in when) return `every tool of the server ${when.server}`;
  return `${when.access === 'read' ? 'reading' : 'writing'} files like ${when.path}`;
}
