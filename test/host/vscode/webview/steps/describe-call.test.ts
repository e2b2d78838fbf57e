import { describe, expect, test } from 'vitest';
import type { ChangeRecord } from '../../../../../src/actors/protocol/tool.js';
import type { AbsPath } from '../../../../../src/actors/protocol/workspace.js';
import type { CallStep } from '../../../../../src/actors/threads/turn-view.js';
import { describeCall } from '../../../../../src/host/vscode/webview/steps/describe-call.js';
import type { ObjectPart } from '../../../../../src/host/vscode/webview/steps/step-line.js';

const change = (
  kind: ChangeRecord['kind'],
  path: string,
  addedLines = 0,
  removedLines = 0,
): ChangeRecord => ({
  kind,
  path: path as AbsPath,
  addedLines,
  removedLines,
});

function call(tool: string, params: unknown, rest: Partial<CallStep> = {}): CallStep {
  return { kind: 'call', callId: 'c', tool, params, state: 'done', output: '', ...rest };
}

const write = (part: ObjectPart): string =>
  typeof part === 'string' ? part : 'code' in part ? part.code : part.text;

/** The line as a person reads it. */
function line(step: CallStep, isAnswered = false): string {
  const { verb, object, outcomes } = describeCall(step, isAnswered);
  return [`${verb} ${object.map(write).join('')}`, ...outcomes.map(({ text }) => text)].join(' · ');
}

/** Each tool of SPEC T: while it runs, and when it has ended well. */
const TOOLS: readonly [
  tool: string,
  params: object,
  rest: Partial<CallStep>,
  running: string,
  done: string,
][] = [
  ['read_file', { uri: 'src/cart.js' }, {}, 'Reading cart.js', 'Read cart.js'],
  ['ls_dir', { uri: 'src' }, { output: 'src: 4 entries\na' }, 'Listing src', 'Listed src · 4 entries'],
  ['ls_dir', {}, { output: '/w: 1 entry\na' }, 'Listing the workspace', 'Listed the workspace · 1 entry'],
  ['get_dir_tree', { uri: '.' }, {}, 'Looking through the workspace', 'Looked through the workspace'],
  [
    'search_pathnames_only',
    { query: 'cart' },
    { output: 'a\nb\n(There are more: ask for page_number 2)' },
    'Searching file names for “cart”',
    'Searched file names for “cart” · 2+ hits',
  ],
  [
    'search_for_files',
    { query: 'Cart', search_in_folder: 'src/shop/' },
    { output: 'Matching lines: 5' },
    'Searching “Cart” in shop',
    'Searched “Cart” in shop · 5 hits',
  ],
  [
    'search_in_file',
    { uri: 'src/cart.js', query: 'total' },
    { output: 'No line of src/cart.js contains "total".' },
    'Searching cart.js for “total”',
    'Searched cart.js for “total” · no hits',
  ],
  [
    'read_lint_errors',
    { uri: 'a.ts' },
    { output: 'a.ts:1:2: error: no' },
    'Checking a.ts',
    'Checked a.ts · 1 problem',
  ],
  ['create_file_or_folder', { uri: 'src/a.ts' }, {}, 'Creating a.ts', 'Created a.ts'],
  ['create_file_or_folder', { uri: 'src/new/' }, {}, 'Creating the folder new', 'Created the folder new'],
  ['delete_file_or_folder', { uri: 'src/a.ts' }, {}, 'Deleting a.ts', 'Deleted a.ts'],
  [
    'edit_file',
    { uri: 'src/cart.js', search_replace_blocks: '<<<<<<< ORIGINAL' },
    { changes: [change('modified', '/w/src/cart.js', 4, 7)] },
    'Editing cart.js',
    'Edited cart.js · +4 −7',
  ],
  [
    'edit_file',
    { uri: 'src/cart.js', search_replace_blocks: '*** Begin Patch' },
    { changes: [change('modified', '/w/a', 1, 0), change('created', '/w/b', 2, 0)] },
    'Editing cart.js',
    'Edited 2 files · +3',
  ],
  [
    'rewrite_file',
    { uri: 'a.ts', new_content: 'x' },
    { changes: [change('created', '/w/a.ts', 1)] },
    'Writing a.ts',
    'Created a.ts · +1',
  ],
  [
    'rewrite_file',
    { uri: 'a.ts', new_content: 'x' },
    { changes: [change('modified', '/w/a.ts', 1, 2)] },
    'Writing a.ts',
    'Rewrote a.ts · +1 −2',
  ],
  [
    'run_command',
    { command: 'npm test' },
    { output: 'Exit code 1, after 2.3 s.\nstdout: (empty)' },
    'Running npm test',
    'Ran npm test · exit 1 · 2.3 s',
  ],
  [
    'run_persistent_command',
    { command: 'npm run dev', persistent_terminal_id: '1' },
    { output: 'The command still runs in terminal 1; an empty command reads on.' },
    'Running npm run dev in terminal 1',
    'Ran npm run dev in terminal 1 · still running',
  ],
  [
    'run_persistent_command',
    { command: '', persistent_terminal_id: '1' },
    { output: 'Exit code 0.\nOutput:\na' },
    'Reading the output of terminal 1',
    'Read the output of terminal 1 · exit 0',
  ],
  [
    'run_persistent_command',
    { command: '^C', persistent_terminal_id: '1' },
    {},
    'Interrupting the command in terminal 1',
    'Interrupted the command in terminal 1',
  ],
  ['open_persistent_terminal', {}, {}, 'Opening a terminal', 'Opened a terminal'],
  ['open_persistent_terminal', { cwd: 'web' }, {}, 'Opening a terminal in web', 'Opened a terminal in web'],
  [
    'kill_persistent_terminal',
    { persistent_terminal_id: '2' },
    {},
    'Closing terminal 2',
    'Closed terminal 2',
  ],
  [
    'update_todos',
    {
      todos: [
        { content: 'Read', status: 'completed' },
        { content: 'Write', status: 'in_progress' },
      ],
    },
    {},
    'Updating the to-do list',
    'Updated the to-do list · 1 of 2 done',
  ],
  ['update_todos', { todos: [] }, {}, 'Updating the to-do list', 'Updated the to-do list'],
  [
    'fetch_url',
    { url: 'https://example.com:8443/docs?q=1' },
    { output: 'Fetched https://example.com:8443/docs/: 12.3 KB, text/html, page 1 of 3.\nWhat follows' },
    'Fetching example.com:8443',
    'Fetched example.com:8443 · 12.3 KB',
  ],
  [
    'fetch_url',
    { url: 'https://münchen.example/' },
    { output: 'Fetched https://xn--mnchen-3ya.example/: 812 bytes.' },
    'Fetching xn--mnchen-3ya.example',
    'Fetched xn--mnchen-3ya.example · 812 bytes',
  ],
  ['fetch_url', { url: 'nonsense' }, {}, 'Fetching a page', 'Fetched a page'],
  [
    'web_search',
    { query: 'node 24' },
    { output: 'Searched the web for "node 24": 5 pages.\nWhat follows' },
    'Searching the web for “node 24”',
    'Searched the web for “node 24” · 5 pages',
  ],
  [
    'web_search',
    { query: 'nothing' },
    { output: 'Searched the web for "nothing": 0 pages.' },
    'Searching the web for “nothing”',
    'Searched the web for “nothing” · no pages',
  ],
  [
    'git_hub__list_pull_requests',
    { repo: 'a/b' },
    {},
    'Using git_hub: list pull requests “a/b”',
    'Used git_hub: list pull requests “a/b”',
  ],
  [
    'git_hub__get_a_file_0a1b2c3d',
    {},
    { images: [{ mediaType: 'image/png', data: '' }] },
    'Using git_hub: get a file',
    'Used git_hub: get a file · 1 picture',
  ],
  [
    'git_hub__call_tool',
    { tool: 'git_hub__list-issues', arguments: { state: 'open' } },
    {},
    'Using git_hub: list issues “open”',
    'Used git_hub: list issues “open”',
  ],
  [
    'git_hub__call_tool',
    { tool: 'other__delete', arguments: { name: 'all' } },
    {},
    'Using git_hub: call tool “other__delete”',
    'Used git_hub: call tool “other__delete”',
  ],
  [
    'git_hub__search_tools',
    { query: 'issues' },
    {},
    'Searching the tools of git_hub for “issues”',
    'Searched the tools of git_hub for “issues”',
  ],
  [
    'git_hub__read_resource',
    { uri: 'repo://a' },
    {},
    'Reading a resource of git_hub “repo://a”',
    'Read a resource of git_hub “repo://a”',
  ],
  ['git_hub__read_resource', {}, {}, 'Reading the resources of git_hub', 'Read the resources of git_hub'],
  [
    'fetch_page',
    { url: 'https://a.b' },
    {},
    'Using Fetch page “https://a.b”',
    'Used Fetch page “https://a.b”',
  ],
];

describe('a call reads as a sentence', () => {
  test.each(TOOLS)('%s %j', (tool, params, rest, running, done) => {
    expect(line(call(tool, params, { ...rest, state: 'running' }))).toBe(running);
    expect(line(call(tool, params, rest))).toBe(done);
    // The name of a server is its own.
    if (!tool.includes('__')) expect(`${running} ${done}`).not.toMatch(/[a-z]_[a-z]/);
  });
});

describe('a call that did not do what it should', () => {
  const params = { uri: 'src/cart.js' };

  test('says why it failed, without names that only models know', () => {
    const output = 'src/cart.js has not been read yet: read it first with read_file.\nNothing was written.';
    const step = call('edit_file', params, { state: 'failed', output, error: 'TOOL_EXECUTION' });
    expect(line(step)).toBe(
      'Could not edit cart.js · src/cart.js has not been read yet: read it first with “read a file”.',
    );
  });

  test('says what the person said about it', () => {
    const answer = { decision: 'deny', by: 'person', reason: 'Use the other file.' } as const;
    expect(line(call('edit_file', params, { state: 'rejected', answer }))).toBe(
      'Edit cart.js · Denied: Use the other file.',
    );
    const { reason: _none, ...plain } = answer;
    expect(
      line(
        call('edit_file', params, {
          state: 'rejected',
          answer: plain,
          output: 'The person denied this call.',
        }),
      ),
    ).toBe('Edit cart.js · Denied');
  });

  test('says which rule does not allow it', () => {
    const answer = { decision: 'deny', by: 'rule', reason: 'A rule denies it.' } as const;
    expect(line(call('run_command', { command: 'rm a' }, { state: 'rejected', answer }))).toBe(
      'Run rm a · Not allowed: A rule denies it.',
    );
    expect(line(call('edit_file', params, { state: 'rejected', error: 'UNKNOWN_TOOL' }))).toBe(
      'Edit cart.js · This mode does not allow it',
    );
  });

  test.each<Partial<CallStep>>([{ state: 'stopped' }, { state: 'rejected', error: 'CANCELLED' }])(
    'was stopped, and not denied: %j',
    (rest) => {
      expect(line(call('edit_file', params, rest))).toBe('Edit cart.js · Stopped');
    },
  );

  test('is a command that took too long', () => {
    const output =
      'The command was ended after 30 s, with all that it had started: it waited.\nExit code: none.';
    const step = call(
      'run_command',
      { command: 'sleep 99' },
      { state: 'failed', output, error: 'COMMAND_TIMEOUT' },
    );
    expect(line(step)).toBe('Ran sleep 99 · timed out · 30 s');
  });

  test('is of no tool that there is', () => {
    const step = call(
      'fetch_page',
      {},
      { state: 'failed', error: 'UNKNOWN_TOOL', output: 'There is no tool named "fetch_page".' },
    );
    expect(line(step)).toBe('Could not use Fetch page · There is no such tool');
  });
});

test('a command that fails is an error, one that ends well is none', () => {
  const run = (code: number) =>
    describeCall(call('run_command', { command: 'x' }, { output: `Exit code ${code}, after 1 s.` }), false);
  expect(run(1)).toMatchObject({ state: 'failed', icon: 'error', outcomes: [{ isError: true }, {}] });
  expect(run(0)).toMatchObject({ state: 'done', icon: 'terminal' });
});

test('a call that waits runs as soon as the person has answered', () => {
  const step = call('edit_file', { uri: 'a.ts' }, { state: 'waiting' });
  expect(describeCall(step, false)).toMatchObject({ state: 'waiting', verb: 'Edit' });
  expect(describeCall(step, true)).toMatchObject({ state: 'running', verb: 'Editing' });
});

test('a running call knows since when', () => {
  const step = call('run_command', { command: 'x' }, { state: 'running', beganAt: 7 });
  expect(describeCall(step, false).since).toBe(7);
  expect('since' in describeCall({ ...step, state: 'done' }, false)).toBe(false);
});

test('a file opens at the lines that were read, or changed', () => {
  const read = call('read_file', { uri: 'src/a.ts', start_line: 3, end_line: 9 });
  expect(describeCall(read, false).object).toEqual([
    { place: { path: 'src/a.ts', line: 3, endLine: 9 }, text: 'a.ts' },
  ]);
  const hunk = { oldStart: 4, oldLines: 1, newStart: 5, newLines: 1, lines: ['-a', '+b'] };
  const edit = call(
    'edit_file',
    { uri: 'a.ts' },
    { changes: [{ ...change('modified', '/w/a.ts', 1, 1), hunks: [hunk] }] },
  );
  expect(describeCall(edit, false).object).toEqual([{ place: { path: 'a.ts', line: 5 }, text: 'a.ts' }]);
});

test.each<[params: unknown]>([[undefined], [null], ['text'], [{ uri: 7 }], [[]]])(
  'parameters that are none do no harm: %j',
  (params) => {
    for (const [tool] of TOOLS) expect(line(call(tool, params, { state: 'failed' }))).toMatch(/^Could not /);
  },
);

test('hidden characters in a name and a command are visible, and only the first line is shown', () => {
  expect(line(call('read_file', { uri: 'a\u202eb.ts' }))).toBe('Read a⟨U+202E⟩b.ts');
  expect(line(call('run_command', { command: 'echo a\nrm -rf b' }, { state: 'running' }))).toBe(
    'Running echo a …',
  );
});
