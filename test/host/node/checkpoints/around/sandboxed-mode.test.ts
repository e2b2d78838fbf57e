import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { SandboxRefusedError } from '../../../../../src/actors/protocol/errors.js';
import type { SandboxRequest } from '../../../../../src/actors/protocol/shell.js';
import type { AbsPath } from '../../../../../src/actors/protocol/workspace.js';
import { WorkspaceGate } from '../../../../../src/actors/tools/gate/workspace-gate.js';
import { createRunCommandTool } from '../../../../../src/actors/tools/shell/run-command.js';
import { Approvals } from '../../../../../src/host/engine/approvals.js';
import { nodeFiles } from '../../../../../src/host/node/files.js';
import { findSandbox } from '../../../../../src/host/node/sandbox/find-sandbox.js';
import { LocalShell } from '../../../../../src/host/node/shell/local-shell.js';
import type { Judgement, ValidatedCall } from '../../../../../src/machines/validated-call.js';
import { MemoryVersions } from '../../../../doubles/memory-versions.js';
import { writeFiles } from '../../../../doubles/temp-dir.js';
import { createAround, git, readTree, RecordedCall, undo } from './try-around.js';
import { describeUnless, whyUnsandboxed } from '../../../../doubles/run-unless.js';

const { signal } = new AbortController();
// Not below the temporary folder, which commands may write to anyway.
const root = realpathSync(mkdtempSync('/var/tmp/troupe-')) as AbsPath;
const sandbox = await findSandbox({ roots: [root] });
const shell = new LocalShell({ sandbox: () => Promise.resolve(sandbox) });
afterAll(async () => {
  await shell[Symbol.asyncDispose]();
  rmSync(root, { recursive: true, force: true });
});

git(root, 'init', '-q');
const FILES = {
  '.gitignore': 'node_modules\ndist\n',
  'src/a.ts': 'a\n',
  'dist/out.js': 'out\n',
  notes: 'mine\n',
};
writeFiles(root, { ...FILES, 'node_modules/p/index.js': 'x'.repeat(5000), 'node_modules/q.js': 'q' });
git(root, 'add', '.gitignore', 'src');
git(root, 'commit', '-qm', 'one');

const NOTHING: SandboxRequest = {
  kind: 'working',
  hasNetwork: false,
  mayWriteRepository: false,
  reveals: [],
};
const tool = createRunCommandTool({ shell, gate: new WorkspaceGate([root], nodeFiles), sandbox: NOTHING });

describeUnless(whyUnsandboxed(sandbox.state))('the mode that undoes everything', () => {
  const versions = new MemoryVersions();
  const around = createAround({ roots: [root], versions, ignored: { maxBytes: 1000, maxFiles: 10 } });
  const approvals = new Approvals({
    policy: { 'Dangerous tools': 'sandboxed' },
    roots: [root],
    sandboxState: () => 'sandboxed',
    findUncovered: (stop) => around.findUncovered(stop),
  });
  afterAll(() => around[Symbol.asyncDispose]());

  function judge(command: string, refusal?: ValidatedCall['refusal']): Promise<Judgement> {
    const params = tool.validate({ command });
    const call: ValidatedCall = {
      callId: 'a',
      tool: tool.name,
      category: tool.category,
      params,
      ...(refusal === undefined ? {} : { refusal }),
    };
    return approvals.judge(call, {
      signal,
      preview: async () =>
        await tool.preview?.(params, {
          signal,
          roots: [root],
          reads: new Map(),
          keepPlan: () => undefined,
        }),
    });
  }

  async function runIn(command: string, access: SandboxRequest | undefined): Promise<RecordedCall> {
    const recorded = new RecordedCall();
    const end = await around.beforeCommand(recorded, signal);
    try {
      await tool.run(tool.validate({ command }), {
        signal,
        roots: [root],
        reads: new Map(),
        ...(access === undefined ? {} : { access }),
      });
    } finally {
      await end();
    }
    return recorded;
  }

  test.each(['rm -rf src dist notes', 'git clean -xfd -e node_modules', 'rm -f src/*; echo > dist/out.js'])(
    '%s runs unasked, and comes back byte for byte',
    async (line) => {
      const before = readTree(root);
      const judgement = await judge(line);
      expect(judgement).toMatchObject({ kind: 'run', by: 'mode' });
      const recorded = await runIn(line, judgement.kind === 'run' ? judgement.permission.access : undefined);
      expect(readTree(root)).not.toEqual(before);
      undo(recorded.changes, versions);
      expect(readTree(root)).toEqual(before);
    },
  );

  test.each(['rm -rf node_modules', 'git clean -xfdq', 'cd node_modules && rm -r p', 'mv node_modules gone'])(
    '%s is refused before it harms what nobody could restore, and a person is asked with the reason',
    async (line) => {
      const judgement = await judge(line);
      expect(judgement).toMatchObject({
        kind: 'run',
        permission: { access: { readOnly: [join(root, 'node_modules')] } },
      });
      const running = runIn(line, judgement.kind === 'run' ? judgement.permission.access : undefined);
      const refused = await running.catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(SandboxRefusedError);
      expect((refused as SandboxRefusedError).details.refusal).toBe('uncovered');
      expect(readFileSync(join(root, 'node_modules/p/index.js'), 'utf8')).toHaveLength(5000);
      writeFiles(root, FILES);

      const again = await judge(line, 'uncovered');
      expect(again.kind === 'ask' ? again.question.reasons : []).toContain(
        'node_modules (5.0 KB in 2 files) could not be restored afterwards: it is more than is copied before a command.',
      );
      expect(again.kind === 'ask' ? again.permission.access : undefined).toEqual(NOTHING);
    },
  );

  test('what a person approves may write there', async () => {
    const again = await judge('rm -rf node_modules', 'uncovered');
    await runIn('rm -rf node_modules', again.kind === 'ask' ? again.permission.access : undefined);
    expect(existsSync(join(root, 'node_modules'))).toBe(false);
  });
});
