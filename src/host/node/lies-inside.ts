import { resolveThroughLinks } from '../../actors/approvals/judge-path.js';
import { isInsideAny } from '../../actors/runtime/paths/is-inside.js';
import { followLinks } from './follow-links.js';

/** Whether a file lies inside one of the roots, where the agent may write, or leads there through links. */
export function liesInside(path: string, roots: readonly string[]): boolean {
  return isInsideAny(roots.map(followLinks), resolveThroughLinks('/', path, followLinks));
}
