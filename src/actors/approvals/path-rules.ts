import { resolve, sep } from 'node:path';
import picomatch from 'picomatch';
import type { ApprovalRule, RuleEffect } from '../protocol/approvals.js';
import { wayInside, isInside } from '../runtime/paths/is-inside.js';
import { strongestEffect } from './match-rule.js';

/** The effect of the rules on access to one path; `undefined` when none matches. */
export function findPathEffect(
  rules: readonly ApprovalRule[],
  path: string,
  access: 'read' | 'write',
  roots: readonly string[],
): RuleEffect | undefined {
  const names = [path, ...roots.flatMap((root) => below(root, path))].map((name) =>
    name.replaceAll(sep, '/'),
  );
  return strongestEffect(
    rules.flatMap(({ effect, when }) => {
      if (!('path' in when)) return [];
      // A permission to write includes reading, and a prohibition to read includes writing.
      const isAbout = when.access === access || (effect === 'allow') === (when.access === 'write');
      return isAbout && names.some(compile(when.path)) ? [effect] : [];
    }),
  );
}

/** Whether any rule denies or asks about files, so that the files of a command matter. */
export function restrictsFiles(rules: readonly ApprovalRule[]): boolean {
  return rules.some(({ effect, when }) => 'path' in when && effect !== 'allow');
}

/** Whether a rule may deny or ask about access to a file below a folder. */
export function restrictsFilesIn(
  rules: readonly ApprovalRule[],
  folder: string,
  roots: readonly string[],
  access: 'read' | 'write',
): boolean {
  return rules.some(({ effect, when }) => {
    if (!('path' in when) || effect === 'allow') return false;
    // A prohibition to read includes writing.
    if (when.access !== access && when.access !== 'read') return false;
    const { base } = picomatch.scan(when.path);
    return ['/', ...roots]
      .map((root) => resolve(root, base))
      .some((start) => isInside(folder, start) || isInside(start, folder));
  });
}

// A command may name hundreds of files, and each of them is checked against every rule.
const compiled = new Map<string, (name: string) => boolean>();

function compile(glob: string): (name: string) => boolean {
  let matches = compiled.get(glob);
  if (matches === undefined) {
    const isMatch = picomatch(glob, { dot: true, nonegate: true });
    matches = (name) => isMatch(name);
    compiled.set(glob, matches);
  }
  return matches;
}

function below(root: string, path: string): readonly string[] {
  const name = wayInside(root, path);
  return name === undefined || name === '' ? [] : [name];
}
