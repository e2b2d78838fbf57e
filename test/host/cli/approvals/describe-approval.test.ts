import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import type { CallPreview } from '../../../../src/actors/protocol/tool.js';
import { describeApproval } from '../../../../src/host/cli/approvals/describe-approval.js';
import { Output } from '../../../../src/host/cli/terminal/output.js';

function describe(preview: CallPreview, reasons: readonly string[], columns = 40): readonly string[] {
  const terminal = Object.assign(new PassThrough(), { isTTY: true, columns });
  const out = new Output(terminal, { hasColor: false });
  const event = {
    type: 'approval_request',
    callId: '1',
    tool: 'run_command',
    category: 'Dangerous tools',
    params: {},
    preview,
    reasons,
  } as const;
  return describeApproval(event, out).flatMap((text) => text.split('\n'));
}

test('a question wraps its sentences between words, below their marks', () => {
  const notes = ['It runs in a sandbox that can write in the workspace only.'];
  const preview = { kind: 'command', command: 'make test', cwd: '/work', notes } as const;
  expect(describe(preview, ['`make test` runs code that is given to it.'])).toEqual([
    '? Dangerous tools: run_command',
    '  $ make test',
    '    in /work',
    '    It runs in a sandbox that can write',
    '    in the workspace only.',
    '  ! `make test` runs code that is given',
    '    to it.',
  ]);
});

test('a question about a change names each file once', () => {
  const diff = '--- a/b.ts\n+++ b/b.ts\n@@ -1,1 +1,1 @@\n-old\n+new\n';
  expect(describe({ kind: 'diff', path: 'b.ts', diff }, [])).toEqual([
    '? Dangerous tools: run_command',
    '  b.ts',
    '  @@ -1,1 +1,1 @@',
    '  -old',
    '  +new',
  ]);
});
