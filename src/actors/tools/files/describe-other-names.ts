import type { FileStat } from '../../protocol/ports.js';

/**
 * A sentence for the model when a change has separated a file from its other names; empty otherwise. Its other names may
 * be anywhere, so that writing through them would change files outside of the workspace.
 */
export function describeOtherNames({ isFile, names = 1 }: FileStat): string {
  if (!isFile || names < 2) return '';
  const [others, keep] = names === 2 ? ['another name', 'keeps'] : [`${names - 1} other names`, 'keep'];
  return ` It had ${others} (hard links), which ${keep} the old content.`;
}
