import type { McpServerDefinition } from '../../actors/protocol/mcp.js';
import { findSecrets } from './find-secrets.js';

const VARIABLE = /\$\{[^}]*\}/g;

// What commonly stands before a variable: a scheme, or nothing.
const PLAIN_AROUND = /^\W*(?:[A-Za-z][A-Za-z-]{0,20})?\W*$/;

/**
 * The values of a definition as it is written that must not be shown. A variable says where a value comes from and gives
 * nothing away, so that only what stands around it counts.
 */
export function findWrittenSecrets(definition: McpServerDefinition): readonly string[] {
  return findSecrets(definition).flatMap((value) =>
    value.includes('${') ? value.split(VARIABLE).filter((part) => !PLAIN_AROUND.test(part)) : [value],
  );
}
