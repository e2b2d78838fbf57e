import { expect, test } from 'vitest';
import { WANTS_SIGN_IN } from '../../../src/actors/mcp/client/wants-sign-in.js';
import { remedyFor } from '../../../src/host/cli/mcp-person.js';

test.each([
  ['unapproved', 'It is new.', ' See "troupe mcp approve docs".'],
  ['failed', WANTS_SIGN_IN, ' Or sign in: troupe mcp login docs'],
  ['failed', 'It ended with exit code 7.', ''],
] as const)('a server that is %s (%s) has the remedy of a shell: %j', (state, reason, remedy) => {
  expect(remedyFor({ name: 'docs', state, reason })).toBe(remedy);
});
