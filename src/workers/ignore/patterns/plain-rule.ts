import { GlobStep, type Glob } from './glob.js';

/** A rule that string comparison can decide, as most can. */
export interface PlainRule {
  /** The rule's position, as in `RuleFile`: when several rules match, the highest code decides. */
  readonly code: number;
  readonly isDirOnly: boolean;
  /** The directory the entry must be in, `''` or ending in a slash; `null` when any will do. */
  readonly below: string | null;
  /** How the name must relate to `text`. */
  readonly kind: 'equals' | 'startsWith' | 'endsWith';
  readonly text: string;
}

const SLASH = 47;

/** The plain form of a pattern that has one: a name, `*.ext`, `prefix*` or `*`, optionally in a fixed directory. */
export function toPlainRule(
  glob: Glob,
  rule: { readonly code: number; readonly isDirOnly: boolean; readonly isNameOnly: boolean },
): PlainRule | null {
  const { code, isDirOnly, isNameOnly } = rule;
  const nameStart = isNameOnly ? 0 : glob.steps.lastIndexOf(SLASH) + 1;
  const name = glob.steps.slice(nameStart);
  const startsWithStar = name[0] === GlobStep.star;
  const endsWithStar = !startsWithStar && name.at(-1) === GlobStep.star;
  const text = literalText(name.slice(startsWithStar ? 1 : 0, endsWithStar ? -1 : undefined));
  const below = isNameOnly ? null : literalText(glob.steps.slice(0, nameStart));
  if (text === undefined || below === undefined) return null;
  const kind = startsWithStar ? 'endsWith' : endsWithStar ? 'startsWith' : 'equals';
  return { code, isDirOnly, below, kind, text };
}

/** The literal text of these steps; `undefined` when one of them is not a single byte. */
export function literalText(steps: readonly number[]): string | undefined {
  return steps.every((step) => step <= 0xff) ? Buffer.from(steps).toString('utf8') : undefined;
}
