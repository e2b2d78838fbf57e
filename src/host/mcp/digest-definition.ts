import { createHash } from 'node:crypto';
import type { McpServerDefinition } from '../../actors/protocol/mcp.js';

/**
 * What an approval of a server names: any change of the definition, or another file that holds it, has another digest.
 * Variables count as they are written, so that a new token needs no new approval.
 * Shape: 64 hexadecimal digits.
 */
export function digestDefinition(definition: McpServerDefinition, source: string): string {
  return createHash('sha256')
    .update(JSON.stringify([source, sortKeys(definition)]))
    .digest('hex');
}

/** The same value, with the keys of its objects in one order. */
function sortKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sortKeys);
  return Object.entries(value)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, item]) => [name, sortKeys(item)]);
}
