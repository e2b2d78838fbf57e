import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ApprovalRule } from '../../src/actors/protocol/approvals.js';
import type { Tool, ToolResult } from '../../src/actors/protocol/tool.js';
import { createCreateFileOrFolderTool } from '../../src/actors/tools/files/create-file-or-folder.js';
import { createDeleteFileOrFolderTool } from '../../src/actors/tools/files/delete-file-or-folder.js';
import {
  createEditFileTool,
  type EditFileParams,
  pathsOfEdit,
} from '../../src/actors/tools/files/edit-file.js';
import { createKillPersistentTerminalTool } from '../../src/actors/tools/shell/kill-persistent-terminal.js';
import { createOpenPersistentTerminalTool } from '../../src/actors/tools/shell/open-persistent-terminal.js';
import { createReadFileTool } from '../../src/actors/tools/files/read-file.js';
import { createRewriteFileTool } from '../../src/actors/tools/files/rewrite-file.js';
import { createRunCommandTool } from '../../src/actors/tools/shell/run-command.js';
import { createRunPersistentCommandTool } from '../../src/actors/tools/shell/run-persistent-command.js';
import type { AgentEngineOptions } from '../../src/host/engine/agent-engine.js';
import { makeToolWorld, type ToolWorld } from '../actors/tools/tool-world.js';
import { collect, makeEngine } from '../doubles/make-engine.js';
import { asksFor, PlayedModel, says } from '../doubles/played-model.js';
import { PlayedShell, playedTerminals, WORKING } from '../doubles/played-shell.js';

const SOURCE = 'const one = 1;\nconst two = 2;\nconst two = 2;\n';

let world: ToolWorld;
beforeEach(() => {
  world = makeToolWorld({ app: { 'a.ts': SOURCE, 'locked.ts': 'secret\n', 'full/b.ts': 'b\n' } });
  mkdirSync(join(world.base, 'app', 'folder'));
});
afterEach(() => {
  world.dispose();
});

const block = (original: string, updated: string): string =>
  `<<<<<<< ORIGINAL\n${original}\n=======\n${updated}\n>>>>>>> UPDATED`;
const patch = (...lines: readonly string[]): string =>
  ['*** Begin Patch', ...lines, '*** End Patch'].join('\n');
const edit = (uri: string, text: string) => ['edit_file', { uri, search_replace_blocks: text }] as const;

/** The tools as they are, over a disk that lets nobody read `locked.ts`. */
function makeTools(): Tool[] {
  const locked = join(world.base, 'app', 'locked.ts');
  const deps = {
    ...world.deps,
    sandbox: WORKING,
    files: {
      ...world.deps.files,
      readFile: async (...[path, signal]: Parameters<typeof world.deps.files.readFile>) => {
        if (path === locked) throw Object.assign(new Error('EACCES'), { code: 'EACCES' });
        return world.deps.files.readFile(path, signal);
      },
    },
  };
  const terminals = playedTerminals({}, world.base);
  return [
    createReadFileTool(deps),
    createEditFileTool(deps),
    createRewriteFileTool(deps),
    createCreateFileOrFolderTool(deps),
    createDeleteFileOrFolderTool(deps),
    createRunCommandTool({ ...deps, shell: new PlayedShell() }),
    createOpenPersistentTerminalTool({ ...deps, terminals }),
    createRunPersistentCommandTool({ ...deps, terminals }),
    createKillPersistentTerminalTool({ ...deps, terminals }),
  ];
}

type Approving = Pick<AgentEngineOptions, 'approvals' | 'judging'>;

const withRule = (effect: ApprovalRule['effect']): Approving => ({
  judging: {
    rules: ['edit_file', 'run_command'].map((tool) => ({ effect, when: { tool } })),
    pathsOf: ({ tool, params }) => (tool === 'edit_file' ? pathsOfEdit(params as EditFileParams) : []),
  },
});

const MODES: Readonly<Record<string, Approving>> = {
  'is asked about': {},
  'runs by itself': { approvals: { 'File edits': 'auto', 'Dangerous tools': 'auto' } },
  'is asked about by a rule': withRule('ask'),
  'is allowed by a rule': withRule('allow'),
};

/** What becomes of the last of some calls, and how many were put to a person. */
async function outcomeOf(
  calls: readonly (readonly [string, object])[],
  approving: Approving,
  beforeLast: () => void = () => undefined,
): Promise<{ result: ToolResult | undefined; asked: number }> {
  const turns = [...calls.map((call) => asksFor(call)), says('Done.')];
  const model: PlayedModel = new PlayedModel(turns, () => {
    if (model.requests.length === calls.length) beforeLast();
  });
  const { engine } = makeEngine(model, makeTools(), { roots: world.roots, ...approving });
  const stream = engine.processMessage('Do it.', 'agent');
  let asked = 0;
  const results: ToolResult[] = [];
  for await (const event of stream) {
    if (event.type === 'observation') results.push(event.result);
    if (event.type !== 'approval_request') continue;
    asked += 1;
    engine.respondToApproval(event.callId, 'deny');
  }
  expect(await stream.result()).toEqual({ type: 'answer', content: 'Done.' });
  return { result: results.at(-1), asked };
}

describe.each(Object.entries(MODES))('where a call %s, nobody is asked about one', (_mode, approving) => {
  test.each([
    ['whose block is nowhere in the file', edit('a.ts', block('const three', 'x')), 'TOOL_EXECUTION'],
    ['whose block is there twice', edit('a.ts', block('const two = 2;', 'x')), 'TOOL_EXECUTION'],
    ['of a file that is missing', edit('aa.ts', block('a', 'b')), 'FILE_NOT_FOUND'],
    ['outside of the roots', edit('/etc/hosts', block('localhost', 'evil')), 'WORKSPACE_BOUNDARY'],
    ['of a folder instead of a file', edit('folder', block('a', 'b')), 'TOOL_EXECUTION'],
    ['of a file that cannot be read', edit('locked.ts', block('secret', 'x')), 'PERMISSION_DENIED'],
    ['with text that is no block', edit('a.ts', 'const one'), 'INVALID_PARAMS'],
    ['with a patch that is none', edit('a.ts', patch('*** Change File: a.ts')), 'INVALID_PARAMS'],
    [
      'with a patch that adds a file which is there',
      edit('a.ts', patch('*** Add File: a.ts', '+x')),
      'FILE_EXISTS',
    ],
    [
      'that would rewrite a file nobody has read',
      ['rewrite_file', { uri: 'a.ts', new_content: '' }],
      'TOOL_EXECUTION',
    ],
    ['that makes a file which is there', ['create_file_or_folder', { uri: 'a.ts' }], 'FILE_EXISTS'],
    ['that makes a folder which is there', ['create_file_or_folder', { uri: 'folder/' }], 'FILE_EXISTS'],
    ['that makes a file below a file', ['create_file_or_folder', { uri: 'a.ts/b.ts' }], 'FILE_EXISTS'],
    ['that deletes what is missing', ['delete_file_or_folder', { uri: 'b.ts' }], 'FILE_NOT_FOUND'],
    ['that deletes a workspace folder', ['delete_file_or_folder', { uri: '.' }], 'TOOL_EXECUTION'],
    ['that deletes a full folder as empty', ['delete_file_or_folder', { uri: 'full' }], 'TOOL_EXECUTION'],
    ['that runs outside of the roots', ['run_command', { command: 'ls', cwd: '/etc' }], 'WORKSPACE_BOUNDARY'],
    ['for a terminal outside of the roots', ['open_persistent_terminal', { cwd: '/' }], 'WORKSPACE_BOUNDARY'],
    [
      'in a terminal that is not there',
      ['run_persistent_command', { command: 'ls', persistent_terminal_id: '7' }],
      'TOOL_EXECUTION',
    ],
    [
      'that ends a terminal that is not there',
      ['kill_persistent_terminal', { persistent_terminal_id: '7' }],
      'TOOL_EXECUTION',
    ],
  ] as const)('%s', async (_kind, call, code) => {
    const { result, asked } = await outcomeOf([call], approving);
    expect({ asked, result }).toMatchObject({ asked: 0, result: { outcome: 'tool_error', error: code } });
    // What the model reads is what it would have read after a yes.
    const { result: whenRun } = await outcomeOf([call], MODES['runs by itself'] ?? {});
    expect(result).toEqual(whenRun);
  });

  test('of a file that somebody else has changed since it was read', async () => {
    const call = edit('a.ts', block('const one = 1;', 'const one = 11;'));
    const { result, asked } = await outcomeOf([['read_file', { uri: 'a.ts' }], call], approving, () => {
      writeFileSync(join(world.base, 'app', 'a.ts'), `${SOURCE}const three = 3;\n`);
    });
    expect({ asked, result }).toMatchObject({
      asked: 0,
      result: {
        outcome: 'tool_error',
        error: 'STALE_FILE',
        output: expect.stringContaining('read it again'),
      },
    });
  });
});

test('an unexpected failure of a preview is told to the model as such, and nobody is asked', async () => {
  const tool: Tool = {
    name: 'deploy',
    description: 'Deploys.',
    category: 'Dangerous tools',
    isReadOnly: false,
    parameters: { type: 'object' },
    validate: (raw) => raw,
    preview: () => Promise.reject(new TypeError('stage is undefined')),
    run: () => Promise.reject(new Error('never run')),
    format: String,
  };
  const { engine } = makeEngine([asksFor(['deploy', {}]), says('Done.')], [tool]);
  const events = await collect(engine.processMessage('Do it.', 'agent'));
  expect(events.map(({ type }) => type)).not.toContain('approval_request');
  expect(events).toContainEqual(
    expect.objectContaining({
      type: 'observation',
      result: {
        outcome: 'tool_error',
        success: false,
        output: 'deploy failed: stage is undefined',
        error: 'TOOL_EXECUTION',
        cause: expect.objectContaining({ name: 'TypeError', message: 'stage is undefined' }),
      },
    }),
  );
});

test('a file that a rule forbids stays forbidden when the preview fails, and nothing of it is quoted', async () => {
  const { result, asked } = await outcomeOf([edit('a.ts', block('const ones = 1;', 'x'))], {
    judging: { rules: [{ effect: 'deny', when: { path: '**/a.ts', access: 'write' } }] },
  });
  expect({ asked, result }).toMatchObject({
    asked: 0,
    result: { outcome: 'rejected', error: 'APPROVAL_DENIED' },
  });
  expect(result?.output).not.toContain('const one = 1');
});

test('a call that can succeed is asked about, and previews change nothing', async () => {
  for (const call of [
    edit('a.ts', block('const one = 1;', 'const one = 11;')),
    ['create_file_or_folder', { uri: 'new/c.ts' }],
    ['delete_file_or_folder', { uri: 'a.ts' }],
    ['delete_file_or_folder', { uri: 'folder' }],
    ['delete_file_or_folder', { uri: 'full', is_recursive: true }],
    ['run_command', { command: 'ls' }],
    ['kill_persistent_terminal', { persistent_terminal_id: '1' }],
  ] as const)
    expect(await outcomeOf([call], {})).toMatchObject({ asked: 1, result: { outcome: 'rejected' } });
  expect(readFileSync(join(world.base, 'app', 'a.ts'), 'utf8')).toBe(SOURCE);
});
