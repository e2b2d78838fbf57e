import type { McpServerStatus } from '../../../actors/protocol/mcp.js';
import { countOf } from '../../../actors/tools/text/count-of.js';

/** The state of a server in a phrase, with what it offers. The text may hold what the server says. */
export function describeStatus(
  { name, state, reason = '', revision, tools, isLazy, restarts }: McpServerStatus,
  offered: { readonly prompts: number; readonly resources: number },
): string {
  const again =
    restarts === 0 ? [] : [`started again ${restarts === 1 ? 'once' : countOf(restarts, 'time')}`];
  if (state !== 'ready') {
    const remedy = state === 'unapproved' ? ` See it and decide with /mcp approve ${name}.` : '';
    return `${[state, ...again].join(', ')}. ${reason}${remedy}`.trim();
  }
  return [
    state,
    `${countOf(tools.length, 'tool')}${isLazy ? ' that the model searches' : ''}`,
    ...(offered.prompts === 0 ? [] : [countOf(offered.prompts, 'prompt')]),
    ...(offered.resources === 0 ? [] : [countOf(offered.resources, 'resource')]),
    ...(revision === undefined ? [] : [`protocol ${revision}`]),
    ...again,
  ].join(', ');
}
