import { isInside, resolveThroughLinks } from '../../actors/approvals/judge-path.js';
import { followLinks } from './follow-links.js';

/** Whether a file lies inside one of the roots, where the agent may write, or leads there through links. */
export function liesInside(path: string, roots: readonly string[]): boolean {
  return isInside(resolveThroughLinks('/', path, followLinks), roots.map(followLinks));
}
