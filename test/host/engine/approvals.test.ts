import { getEventListeners } from 'node:events';
import { describe, expect, test } from 'vitest';
import { join } from 'node:path';
import type { ApprovalRule, ApprovalStore, RememberScope } from '../../../src/actors/protocol/approvals.js';
import {
  ApprovalDeniedError,
  FileNotFoundError,
  SettingsError,
} from '../../../src/actors/protocol/errors.js';
import type { SandboxRefusal } from '../../../src/actors/protocol/sandbox-refusal.js';
import type { CommandGrants, SandboxState } from '../../../src/actors/protocol/shell.js';
import type { CallPreview, ToolCategory } from '../../../src/actors/protocol/tool.js';
import type { AbsPath } from '../../../src/actors/protocol/workspace.js';
import { Approvals } from '../../../src/host/engine/approvals.js';
import type { ApprovalOptions } from '../../../src/host/engine/judging/approval-options.js';
import { loadBashParser } from '../../../src/host/node/bash-parser.js';
import type { ApprovalQuestion, ValidatedCall } from '../../../src/machines/validated-call.js';
import { decideCall } from '../../doubles/decide-call.js';
import { errorOf } from '../../doubles/error-of.js';
import { settle } from '../../doubles/settle.js';

const call = (callId: string, category: ToolCategory = 'File edits'): ValidatedCall => ({
  callId,
  tool: 'change',
  category,
  params: {},
});

const shellCall = (callId = 'a', tool = 'run_command'): ValidatedCall => ({
  callId,
  tool,
  category: 'Dangerous tools',
  params: {},
});

const command = (text: string): CallPreview => ({ kind: 'command', command: text, cwd: '/work', notes: [] });

function makeStore(
  initial: readonly ApprovalRule[] = [],
): ApprovalStore & { rules: readonly ApprovalRule[] } {
  return {
    rules: initial,
    load() {
      return Promise.resolve(this.rules);
    },
    add(rules) {
      this.rules = [...this.rules, ...rules];
      return Promise.resolve();
    },
  };
}

/** Begins to decide, and tells what was asked. */
function decide(
  approvals: Approvals,
  checked: ValidatedCall,
  { preview, signal = new AbortController().signal }: { preview?: CallPreview; signal?: AbortSignal } = {},
) {
  const questions: ApprovalQuestion[] = [];
  const warnings: string[] = [];
  const decision = decideCall(approvals, checked, {
    signal,
    preview: () => Promise.resolve(preview),
    present: (question) => questions.push(question),
    warn: (message) => warnings.push(message),
  });
  decision.catch(() => undefined);
  return { decision, questions, warnings };
}

const withShell = (options: ApprovalOptions = {}): Approvals =>
  new Approvals({ roots: ['/work'], loadParser: loadBashParser, ...options });

/** Waits until a call is asked about. */
async function asked(approvals: Approvals): Promise<void> {
  await loadBashParser();
  for (let turn = 0; turn < 20 && approvals.first === undefined; turn++) await settle();
}

describe('the policy', () => {
  test.each<[ToolCategory, boolean]>([
    ['Read file', true],
    ['File edits', false],
    ['Dangerous tools', false],
    ['MCP tools', false],
  ])('lets %s run without asking by default: %s', (category, expected) => {
    expect(new Approvals().mayRunWithoutAsking(call('a', category))).toBe(expected);
  });

  test('changes only the categories it names; edits and commands are looked at in any case', () => {
    const policy = { 'Read file': 'ask', 'File edits': 'auto', 'MCP tools': 'auto' } as const;
    const approvals = new Approvals({ policy });
    const categories = ['Read file', 'File edits', 'Dangerous tools', 'MCP tools'] as const;
    expect(categories.map((category) => approvals.mayRunWithoutAsking(call('a', category)))).toEqual([
      false,
      false,
      false,
      true,
    ]);
  });

  test('is never certain at once where rules may forbid a call', async () => {
    const rules: ApprovalRule[] = [{ effect: 'deny', when: { tool: 'change' } }];
    const approvals = new Approvals({ policy: { 'File edits': 'auto' }, rules });
    expect(approvals.mayRunWithoutAsking(call('a'))).toBe(false);
    expect(await errorOf(() => decide(approvals, call('a')).decision)).toBeInstanceOf(ApprovalDeniedError);
  });
});

describe('a call that is asked about', () => {
  test('gets the answer that names it', async () => {
    const approvals = new Approvals();
    const { signal } = new AbortController();
    const first = decide(approvals, call('a'), { signal });
    const second = decide(approvals, call('b'), { signal });
    await settle();
    expect(approvals.first).toEqual(call('a'));
    expect(approvals.answer('b', 'approve')).toBe(true);
    expect(approvals.answer('a', 'deny')).toBe(true);
    expect(await Promise.all([first.decision, second.decision])).toMatchObject([
      'deny',
      { decision: 'approve' },
    ]);
    expect(approvals.first).toBeUndefined();
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  test('is answered once', async () => {
    const approvals = new Approvals();
    decide(approvals, call('a'));
    await settle();
    expect(approvals.answer('a', 'approve')).toBe(true);
    expect(approvals.answer('a', 'approve')).toBe(false);
  });

  test('is withdrawn when it is cancelled', async () => {
    const approvals = new Approvals();
    const controller = new AbortController();
    const { decision } = decide(approvals, call('a'), { signal: controller.signal });
    await settle();
    controller.abort('stop');
    expect(approvals.first).toBeUndefined();
    expect(approvals.answer('a', 'approve')).toBe(false);
    await expect(decision).rejects.toBe('stop');
  });

  test('is never asked when it was cancelled before', async () => {
    const approvals = new Approvals();
    const { decision, questions } = decide(approvals, call('a'), { signal: AbortSignal.abort('stop') });
    await expect(decision).rejects.toBe('stop');
    expect(questions).toEqual([]);
    expect(approvals.first).toBeUndefined();
  });

  test('is shown with why, what it would do, and what more may be allowed', async () => {
    const approvals = withShell();
    const preview = command('ls && npm test');
    const { questions } = decide(approvals, shellCall(), { preview });
    await asked(approvals);
    expect(questions).toEqual([
      {
        reasons: ['`npm test` installs or runs code of others.'],
        preview,
        offers: [{ scope: 'thread', description: 'commands that start with `npm test`' }],
      },
    ]);
  });

  test('has reasons that are sentences, also where the system says only why it has no sandbox', async () => {
    const approvals = withShell({ sandboxState: () => ({ missing: 'There is no bubblewrap here' }) });
    const { questions } = decide(approvals, shellCall(), { preview: command('npm test') });
    await asked(approvals);
    for (const { reasons } of questions) for (const reason of reasons) expect(reason).toMatch(/\.$/);
    expect(questions.flatMap(({ reasons }) => reasons)).not.toEqual([]);
  });

  test('is asked about no more when its preview fails: that is its result', async () => {
    const questions: ApprovalQuestion[] = [];
    const outcome = await decideCall(new Approvals(), call('a'), {
      signal: new AbortController().signal,
      preview: () =>
        Promise.reject(new FileNotFoundError('b.ts is missing.', { path: 'b.ts', suggestions: [] })),
      present: (question) => questions.push(question),
      warn: () => undefined,
    });
    expect({ outcome, questions }).toEqual({
      outcome: {
        outcome: 'tool_error',
        success: false,
        output: 'b.ts is missing.',
        error: 'FILE_NOT_FOUND',
      },
      questions: [],
    });
  });

  test('fails with the reason that came with a no', async () => {
    const approvals = new Approvals();
    const { decision } = decide(approvals, call('a'));
    await settle();
    approvals.answer('a', 'deny', { reason: 'Nobody is here.' });
    expect(await errorOf(() => decision)).toEqual(
      new ApprovalDeniedError('Nobody is here.', { tool: 'change' }),
    );
  });
});

describe('a command', () => {
  test('that only reads runs by itself', async () => {
    const { decision, questions } = decide(withShell(), shellCall(), { preview: command('ls | wc -l') });
    expect(await decision).toMatchObject({ decision: 'approve' });
    expect(questions).toEqual([]);
  });

  test.each([
    ['that only reads, in a terminal that lives on', withShell(), shellCall('a', 'run_persistent_command')],
    ['without a parser', withShell({ loadParser: () => Promise.reject(new Error('no file')) }), shellCall()],
    ['when none is lent', new Approvals({ roots: ['/work'] }), shellCall()],
  ])('is asked about %s', async (_, approvals, checked) => {
    const { questions } = decide(approvals, checked, { preview: command('ls') });
    await asked(approvals);
    expect(questions).toMatchObject([{ reasons: [expect.any(String)] }]);
    expect(questions[0]).not.toHaveProperty('offers');
  });

  test('that a rule forbids never runs, whatever the policy', async () => {
    const rules: ApprovalRule[] = [{ effect: 'deny', when: { command: ['rm'] } }];
    const approvals = withShell({ rules, policy: { 'Dangerous tools': 'auto' } });
    const { decision } = decide(approvals, shellCall(), { preview: command('ls; sudo rm a') });
    expect(await errorOf(() => decision)).toEqual(
      new ApprovalDeniedError('A rule forbids `rm a`. It was not run: try another way.', {
        tool: 'run_command',
      }),
    );
    const other = decide(approvals, shellCall(), { preview: command('touch a') });
    expect(await other.decision).toMatchObject({ decision: 'approve' });
  });
});

describe('an answer that is remembered', () => {
  test('is offered for as long as it can hold', async () => {
    const approvals = withShell({ store: makeStore() });
    const { questions } = decide(approvals, shellCall(), { preview: command('node a.js') });
    await asked(approvals);
    const description = 'exactly `node a.js` in /work';
    expect(questions.map(({ offers }) => offers)).toEqual([
      [
        { scope: 'thread', description },
        { scope: 'always', description },
      ],
    ]);
  });

  test.each(['npm test 2>&1 | tail -5', 'git status', 'for f in a b; do echo $f; done', 'node a.js'])(
    'holds without a sandbox: %s',
    async (line) => {
      const sandboxState = () => ({ missing: 'bubblewrap is not installed' });
      const approvals = withShell({ sandboxState });
      const first = decide(approvals, shellCall('a'), { preview: command(line) });
      await asked(approvals);
      approvals.answer('a', 'approve', { remember: 'thread' });
      expect(await first.decision).toMatchObject({ decision: 'approve' });
      const second = decide(approvals, shellCall('b'), { preview: command(line) });
      expect(await second.decision).toMatchObject({ decision: 'approve' });
      expect(second.questions).toEqual([]);
    },
  );

  test('is not needed without a sandbox for a plain line that only reads', async () => {
    const sandboxState = () => ({ missing: 'bubblewrap is not installed' });
    const { decision, questions } = decide(withShell({ sandboxState }), shellCall(), {
      preview: command('ls | wc -l'),
    });
    expect(await decision).toMatchObject({ decision: 'approve' });
    expect(questions).toEqual([]);
  });

  test.each(['thread', 'always'] as const)('for %s lets the same kind of call run', async (remember) => {
    const store = makeStore();
    const approvals = withShell({ store });
    const first = decide(approvals, shellCall('a'), { preview: command('npm test') });
    await asked(approvals);
    approvals.answer('a', 'approve', { remember });
    expect(await first.decision).toMatchObject({ decision: 'approve' });
    const later = decide(approvals, shellCall('b'), { preview: command('npm test -- --watch=false | head') });
    expect(await later.decision).toMatchObject({ decision: 'approve' });
    const rules = [{ effect: 'allow', when: { command: ['npm', 'test'] } }];
    expect(store.rules).toEqual(remember === 'always' ? rules : []);

    approvals.forget();
    const { decision, questions } = decide(approvals, shellCall('c'), { preview: command('npm test') });
    if (remember === 'always') expect(await decision).toMatchObject({ decision: 'approve' });
    else {
      await asked(approvals);
      expect(questions).toHaveLength(1);
    }
  });

  test('never covers more of a line than the commands it names', async () => {
    const approvals = withShell({ rules: [{ effect: 'allow', when: { command: ['npm', 'test'] } }] });
    const { questions } = decide(approvals, shellCall(), { preview: command('npm test && npm publish') });
    await asked(approvals);
    expect(questions).toMatchObject([
      { reasons: expect.arrayContaining(['`npm publish` installs or runs code of others.']) },
    ]);
  });

  test('of a no is not remembered', async () => {
    const store = makeStore();
    const approvals = withShell({ store });
    const { decision } = decide(approvals, shellCall(), { preview: command('npm test') });
    await asked(approvals);
    approvals.answer('a', 'deny', { remember: 'always' });
    expect(await decision).toBe('deny');
    expect(store.rules).toEqual([]);
  });

  test('holds for the conversation where it cannot be kept', async () => {
    const store: ApprovalStore = {
      load: () => Promise.resolve([]),
      add: () => Promise.reject(new Error('disk full')),
    };
    const approvals = new Approvals({ store });
    const first = decide(approvals, call('a'));
    await settle();
    approvals.answer('a', 'approve', { remember: 'always' });
    expect(await first.decision).toMatchObject({ decision: 'approve' });
    expect(first.warnings).toEqual([
      'What you allowed holds until this conversation ends, not always: it could not be kept (disk full).',
    ]);
    expect(await decide(approvals, call('b')).decision).toMatchObject({ decision: 'approve' });
  });

  test('holds for its call only where that was not offered, and says so', async () => {
    const approvals = new Approvals();
    const { decision, warnings } = decide(approvals, call('a'));
    await settle();
    approvals.answer('a', 'approve', { remember: 'always' });
    expect(await decision).toMatchObject({ decision: 'approve' });
    expect(warnings).toEqual(['What you allowed holds for this call only: "always" was not offered for it.']);
    const { questions } = decide(approvals, call('b'));
    await settle();
    expect(questions).toHaveLength(1);
  });
});

describe('an edit that says what it changes', () => {
  const files = (...names: readonly string[]): CallPreview => ({
    kind: 'text',
    text: '',
    files: names.map((shown) => ({ shown, absolute: join('/work', shown) as AbsPath, change: 'edit' })),
  });
  const edit = (callId: string, tool = 'edit_file'): ValidatedCall => ({ ...call(callId), tool });

  /** Approves an edit of these files for more than this call; resolves to what was offered and warned of. */
  async function allow(approvals: Approvals, remember: RememberScope, ...names: readonly string[]) {
    const { decision, questions, warnings } = decide(approvals, edit('a'), { preview: files(...names) });
    await asked(approvals);
    approvals.answer('a', 'approve', { remember });
    expect(await decision).toMatchObject({ decision: 'approve' });
    return { offers: questions.flatMap(({ offers = [] }) => offers), warnings };
  }

  /** Whether an edit runs without a question. */
  async function runs(approvals: Approvals, preview: CallPreview, tool?: string): Promise<boolean> {
    const { decision, questions } = decide(approvals, edit('b', tool), { preview });
    await Promise.race([decision, asked(approvals)]);
    approvals.answer('b', 'deny');
    await decision;
    return questions.length === 0;
  }

  test('is listed while it is allowed, and asked about once that is taken back', async () => {
    const approvals = withShell();
    expect(approvals.allowances).toEqual([]);
    await allow(approvals, 'files', 'src/a.ts', 'src/b.ts');
    expect(approvals.allowances).toEqual([
      { kind: 'file', path: join('/work', 'src/a.ts') },
      { kind: 'file', path: join('/work', 'src/b.ts') },
    ]);
    approvals.revoke({ kind: 'file', path: join('/work', 'src/a.ts') });
    expect(await runs(approvals, files('src/b.ts'))).toBe(true);
    expect(await runs(approvals, files('src/a.ts'))).toBe(false);

    await allow(approvals, 'edits', 'src/a.ts');
    expect(approvals.allowances).toEqual([{ kind: 'edits' }]);
    approvals.revoke({ kind: 'edits' });
    expect(approvals.allowances).toEqual([]);
    expect(await runs(approvals, files('src/b.ts'))).toBe(false);
  });

  test('is offered for its files and with all edits, for the conversation and never always', async () => {
    const approvals = withShell({ store: makeStore() });
    const { offers } = await allow(approvals, 'files', 'src/a.ts', 'src/b.ts');
    expect(offers).toEqual([
      { scope: 'files', description: 'edits of src/a.ts and src/b.ts' },
      { scope: 'edits', description: 'edits of all files but protected ones' },
    ]);
  });

  test('allowed for its files lets each tool edit them, and no other', async () => {
    const approvals = withShell();
    await allow(approvals, 'files', 'src/a.ts', 'src/b.ts');
    expect(await runs(approvals, files('src/b.ts'), 'rewrite_file')).toBe(true);
    expect(await runs(approvals, files('src/b.ts', 'src/a.ts'))).toBe(true);
    expect(await runs(approvals, files('src/c.ts'))).toBe(false);
    expect(await runs(approvals, files('src/a.ts', 'src/c.ts'))).toBe(false);
    await allow(approvals, 'files', 'src/c.ts');
    expect(await runs(approvals, files('src/a.ts', 'src/c.ts'))).toBe(true);
  });

  test('allowed with all edits lets each tool edit every file', async () => {
    const approvals = withShell();
    await allow(approvals, 'edits', 'src/a.ts');
    expect(await runs(approvals, files('src/c.ts', 'd.ts'), 'rewrite_file')).toBe(true);
  });

  test.each(['files', 'edits'] as const)(
    'allowed for "%s" is asked about in the next conversation',
    async (scope) => {
      const approvals = withShell();
      await allow(approvals, scope, 'src/a.ts');
      approvals.forget();
      expect(await runs(approvals, files('src/a.ts'))).toBe(false);
    },
  );

  test.each(['thread', 'always', 'for ever'])(
    'holds for this call only with an answer that was not offered: %s',
    async (scope) => {
      const store = makeStore();
      const approvals = withShell({ store });
      const { warnings } = await allow(approvals, scope as RememberScope, 'src/a.ts');
      expect(warnings).toEqual([
        `What you allowed holds for this call only: "${scope}" was not offered for it.`,
      ]);
      expect(store.rules).toEqual([]);
      expect(await runs(approvals, files('src/a.ts'))).toBe(false);
    },
  );

  test.each(['files', 'edits'] as const)(
    'lends no "%s" to a command, nor to a tool of a server',
    async (remember) => {
      const approvals = withShell();
      const { decision, warnings } = decide(approvals, shellCall(), { preview: command('npm test') });
      await asked(approvals);
      approvals.answer('a', 'approve', { remember });
      await decision;
      expect(warnings).toHaveLength(1);
      expect(await runs(approvals, files('src/a.ts'))).toBe(false);
      await allow(approvals, remember, 'src/a.ts');
      for (const [checked, preview] of [
        [shellCall(), command('touch src/a.ts')],
        [call('a', 'MCP tools'), files('src/a.ts')],
        [call('a', 'Dangerous tools'), files('src/a.ts')],
        [call('a'), { kind: 'text', text: 'It edits something.' }],
      ] as const) {
        const { questions } = decide(approvals, checked, { preview });
        await asked(approvals);
        expect(questions).toHaveLength(1);
        approvals.answer('a', 'deny');
      }
    },
  );
});

test('everything is asked about while the rules that are kept cannot be read', async () => {
  const store: ApprovalStore = {
    load: () =>
      Promise.reject(new SettingsError('The file can be written by others.', { setting: 'approvals' })),
    add: () => Promise.resolve(),
  };
  const approvals = withShell({ store });
  const { questions } = decide(approvals, shellCall(), { preview: command('ls') });
  await asked(approvals);
  expect(questions).toMatchObject([{ reasons: ['The file can be written by others.'] }]);
});

describe('what a command may access', () => {
  const install = (needs: Partial<CommandGrants> = { hasNetwork: true }): CallPreview => ({
    kind: 'command',
    command: 'npm install',
    cwd: '/work',
    notes: [],
    grants: { hasNetwork: false, mayWriteRepository: false, reveals: [], ...needs },
  });
  const rules: ApprovalRule[] = [{ effect: 'allow', when: { command: ['npm', 'install'] } }];
  const sandboxState = () => 'sandboxed' as const;

  /** Decides a call and approves what is asked; resolves to the permission and the number of questions. */
  async function approve(approvals: Approvals, preview: CallPreview, refusal?: SandboxRefusal) {
    const checked = { ...shellCall(), ...(refusal === undefined ? {} : { refusal }) };
    const { decision, questions } = decide(approvals, checked, { preview });
    await Promise.race([decision, asked(approvals)]);
    approvals.answer('a', 'approve');
    return { outcome: await decision, questions };
  }

  test('includes the network once a person has allowed it, for the rest of the conversation', async () => {
    const approvals = withShell({ rules, sandboxState });
    const first = await approve(approvals, install());
    expect(first.questions).toMatchObject([
      {
        reasons: [
          'It runs with the network.',
          'Other commands that you allow in this conversation will have the network too.',
        ],
      },
    ]);
    expect(first.outcome).toMatchObject({ access: { kind: 'working', hasNetwork: true } });
    const second = await approve(approvals, install());
    expect(second.questions).toEqual([]);
    expect(second.outcome).toMatchObject({ access: { kind: 'working', hasNetwork: true } });
    approvals.forget();
    expect((await approve(approvals, install())).questions).toHaveLength(1);
  });

  test('includes the network for one command only where no other one is asked about', async () => {
    const approvals = withShell({ sandboxState, policy: { 'Dangerous tools': 'sandboxed' } });
    for (let time = 0; time < 2; time++) {
      const { questions, outcome } = await approve(approvals, install());
      expect(questions.map(({ reasons }) => reasons.at(-1))).toEqual(['It runs with the network.']);
      expect(outcome).toMatchObject({ access: { hasNetwork: true } });
    }
    expect(await approve(approvals, command('node build.js'))).toMatchObject({
      questions: [],
      outcome: { access: { kind: 'working', hasNetwork: false, mayWriteRepository: false, reveals: [] } },
    });
  });

  test('is asked about again after the looking world made it fail', async () => {
    const approvals = withShell({ sandboxState });
    expect(await approve(approvals, command('ls'))).toMatchObject({
      questions: [],
      outcome: { access: { kind: 'looking' } },
    });
    expect(await approve(approvals, command('ls'), 'network')).toMatchObject({
      questions: [{ reasons: expect.arrayContaining(['It runs with the network.']) }],
      outcome: { access: { kind: 'working', hasNetwork: true } },
    });
    const offline = withShell({ sandboxState, network: () => 'never' });
    const error = await errorOf(() => approve(offline, command('ls'), 'network'));
    expect(String(error)).toContain('the settings turn the network off');
  });

  test('follows a setting that changes between two calls', async () => {
    const setting = { commands: 'ask', network: 'ask' } as {
      commands: 'ask' | 'auto';
      network: 'ask' | 'never';
    };
    const approvals = withShell({
      sandboxState,
      policy: {
        get 'Dangerous tools'() {
          return setting.commands;
        },
      },
      network: () => setting.network,
    });
    expect(await approve(approvals, command('npm test'))).toMatchObject({ questions: [{}] });
    setting.commands = 'auto';
    expect(await approve(approvals, command('npm test'))).toMatchObject({ questions: [] });
    setting.network = 'never';
    expect(await approve(approvals, command('npm test'))).toMatchObject({
      questions: [],
      outcome: { access: { hasNetwork: false } },
    });
    setting.commands = 'ask';
    expect(await approve(approvals, command('npm test'))).toMatchObject({ questions: [{}] });
  });

  test('is everything but the network, where commands run without a question and it is turned off', async () => {
    const policy = { 'Dangerous tools': 'auto' } as const;
    for (const network of ['ask', 'never'] as const)
      expect(
        await approve(withShell({ policy, network: () => network, sandboxState }), install()),
      ).toMatchObject({
        questions: [],
        outcome: { access: { kind: 'working', hasNetwork: network === 'ask' } },
      });
  });
});

describe('sandboxed mode', () => {
  const policy = {
    'File edits': 'sandboxed',
    'Dangerous tools': 'sandboxed',
    'MCP tools': 'sandboxed',
  } as const;
  const sandboxed = (state: SandboxState | undefined): Approvals =>
    withShell({ policy, ...(state === undefined ? {} : { sandboxState: () => state }) });

  test.each<[string, ValidatedCall, CallPreview | undefined, SandboxState | undefined, boolean]>([
    ['a command in a sandbox', shellCall(), command('node build.js'), 'sandboxed', true],
    ['a command without one', shellCall(), command('node build.js'), { missing: 'There is none' }, false],
    ['a command where nobody knows', shellCall(), command('node build.js'), undefined, false],
    [
      'a new terminal',
      shellCall('a', 'open_persistent_terminal'),
      { kind: 'text', text: '' },
      'sandboxed',
      true,
    ],
    [
      'a new terminal without a sandbox',
      shellCall('a', 'open_persistent_terminal'),
      { kind: 'text', text: '' },
      { missing: 'no' },
      false,
    ],
    ['a tool of the program', shellCall('a', 'deploy'), undefined, 'sandboxed', false],
    ['an edit', call('a'), { kind: 'diff', path: 'a.ts', diff: '' }, 'sandboxed', true],
    ['a call of a server', call('a', 'MCP tools'), undefined, 'sandboxed', false],
  ])('lets %s run without asking or not', async (_, checked, preview, state, runs) => {
    const approvals = sandboxed(state);
    const { decision, questions } = decide(approvals, checked, preview === undefined ? {} : { preview });
    await Promise.race([decision, asked(approvals)]);
    expect(questions).toHaveLength(runs ? 0 : 1);
  });

  test('asks about the repository and about what is hidden', async () => {
    for (const grants of [{ mayWriteRepository: true }, { reveals: ['TOKEN'] }]) {
      const none = { hasNetwork: false, mayWriteRepository: false, reveals: [] };
      const preview = { ...command('node a.js'), grants: { ...none, ...grants } } as CallPreview;
      const approvals = sandboxed('sandboxed');
      const { decision, questions } = decide(approvals, shellCall(), { preview });
      await Promise.race([decision, asked(approvals)]);
      expect(questions).toHaveLength(1);
    }
  });
});

test('a rule of the conversation is listed, and holds no more once it is taken back', async () => {
  const approvals = withShell();
  const first = decide(approvals, shellCall('a'), { preview: command('npm test') });
  await asked(approvals);
  approvals.answer('a', 'approve', { remember: 'thread' });
  await first.decision;
  const rule: ApprovalRule = { effect: 'allow', when: { command: ['npm', 'test'] } };
  expect(approvals.allowances).toContainEqual({ kind: 'rule', rule });

  approvals.revoke({ kind: 'rule', rule: structuredClone(rule) });

  expect(approvals.allowances).not.toContainEqual({ kind: 'rule', rule });
  const second = decide(approvals, shellCall('b'), { preview: command('npm test') });
  await asked(approvals);
  expect(second.questions).toHaveLength(1);
});

test('the network is listed once it is allowed, and asked about again once that is taken back', async () => {
  const approvals = withShell({ sandboxState: () => 'sandboxed' });
  const grants: CommandGrants = { hasNetwork: true, mayWriteRepository: false, reveals: [] };
  const preview = { ...command('npm view left-pad'), grants } as CallPreview;
  const { decision } = decide(approvals, shellCall('a'), { preview });
  await asked(approvals);
  approvals.answer('a', 'approve');
  await decision;
  expect(approvals.allowances).toEqual([{ kind: 'network' }]);
  approvals.revoke({ kind: 'network' });
  expect(approvals.allowances).toEqual([]);
});

describe('a persistent terminal', () => {
  test.each<[string, boolean]>([
    ['', true],
    [' ', true],
    ['^C', true],
    ['^C ', true],
    ['^D', false],
    ['^C; ls', false],
    ['ls', false],
  ])('is asked about %j or not', async (text, runs) => {
    const approvals = withShell();
    const checked = shellCall('a', 'run_persistent_command');
    const { decision, questions } = decide(approvals, checked, { preview: command(text) });
    await Promise.race([decision, asked(approvals)]);
    expect(questions).toHaveLength(runs ? 0 : 1);
  });

  test('reads on unless a rule denies the tool', async () => {
    const approvals = withShell({ rules: [{ effect: 'deny', when: { tool: 'run_persistent_command' } }] });
    const checked = shellCall('a', 'run_persistent_command');
    const error = await errorOf(() => decide(approvals, checked, { preview: command('') }).decision);
    expect(error).toBeInstanceOf(ApprovalDeniedError);
  });
});
