import { isAbsolute, relative, sep } from 'node:path';
import picomatch from 'picomatch';
import type { ApprovalRule, RuleEffect } from '../protocol/approvals.js';
import { strongest } from './match-rule.js';

/** What the rules say about one path; `undefined` when none is about it. */
export function effectOnPath(
  rules: readonly ApprovalRule[],
  path: string,
  access: 'read' | 'write',
  roots: readonly string[],
): RuleEffect | undefined {
  const names = [path, ...roots.flatMap((root) => below(root, path))].map((name) =>
    name.replaceAll(sep, '/'),
  );
  return strongest(
    rules.flatMap(({ effect, when }) => {
      if (!('path' in when)) return [];
      // Who may write a file may read it, and who may not read it has no business writing it.
      const isAbout = when.access === access || (effect === 'allow') === (when.access === 'write');
      const isMatch = picomatch(when.path, { dot: true, nonegate: true });
      return isAbout && names.some((name) => isMatch(name)) ? [effect] : [];
    }),
  );
}

function below(root: string, path: string): readonly string[] {
  const name = relative(root, path);
  return name === '' || name.startsWith('..') || isAbsolute(name) ? [] : [name];
}
