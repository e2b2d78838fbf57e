import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addAllowedEdits,
  type AllowedEdits,
  areEditsAllowed,
} from '../../../src/actors/approvals/allowed-edits.js';
import { describeEdits } from '../../../src/actors/approvals/describe-edits.js';
import { type CallContext, type CallDecision, judgeCall } from '../../../src/actors/approvals/judge-call.js';
import type { ApprovalRule, RuleEffect } from '../../../src/actors/protocol/approvals.js';
import type { CallPreview, TouchedPath } from '../../../src/actors/protocol/tool.js';
import type { AbsPath } from '../../../src/actors/protocol/workspace.js';

const RUNS = Number(process.env['TROUPE_PROPERTY_RUNS'] ?? 1000);

const touch = (name: string, more: Partial<TouchedPath> = {}): TouchedPath => ({
  shown: name,
  absolute: join('/work', name) as AbsPath,
  change: 'edit',
  ...more,
});
const tree = (name: string): TouchedPath => touch(name, { change: 'delete', isTree: true });
const only = (...names: readonly string[]): AllowedEdits =>
  addAllowedEdits(
    undefined,
    names.map((name) => touch(name)),
  );

/** What becomes of an edit of these files that names `uri`. */
function decide(
  files: readonly TouchedPath[] | undefined,
  context: Partial<CallContext> = {},
  uri = files?.[0]?.shown ?? 'a.ts',
): CallDecision {
  const preview: CallPreview = { kind: 'text', text: '', ...(files === undefined ? {} : { files }) };
  return judgeCall({ tool: 'edit_file', category: 'File edits', params: { uri } }, preview, {
    policy: {
      'Read file': 'auto',
      'File edits': 'ask',
      'Dangerous tools': 'ask',
      'Web tools': 'ask',
      'MCP tools': 'ask',
    },
    rules: [],
    roots: ['/work'],
    ...context,
  });
}

const rule = (effect: RuleEffect, path: string, access: 'read' | 'write' = 'write'): ApprovalRule => ({
  effect,
  when: { path, access },
});

// What means something in a pattern, to a shell or in an expression, and names that file systems tell apart.
const name = fc
  .string({
    unit: fc.constantFrom(...'ab*?[]{}()!+@|,\\^$.~-"\'` \né/'.split('')),
    minLength: 1,
    maxLength: 12,
  })
  .filter((text) => !/(?:^|\/)\.{0,2}(?:\/|$)/.test(text));

describe('edits of files that are allowed by their names', () => {
  test('are those of exactly these files, whatever characters are in their names', () => {
    fc.assert(
      fc.property(
        fc.array(name, { minLength: 1, maxLength: 4 }),
        fc.array(name, { minLength: 1, maxLength: 4 }),
        (allowed, others) => {
          const allowedEdits = only(...allowed);
          for (const file of [...allowed, ...others])
            expect(decide([touch(file)], { allowedEdits }).kind).toBe(allowed.includes(file) ? 'run' : 'ask');
        },
      ),
      { numRuns: RUNS },
    );
  });

  test.each([
    ['a[1].ts', 'a1.ts'],
    ['*.ts', 'a.ts'],
    ['a\\[1\\].ts', 'a[1].ts'],
    ['**', 'src/a.ts'],
    ['{a,b}.ts', 'a.ts'],
    ['src', 'src/a.ts'],
    ['src/a.ts', 'src'],
  ])('allow %s and not %s', (file, other) => {
    const allowedEdits = only(file);
    expect(decide([touch(file)], { allowedEdits }).kind).toBe('run');
    expect(decide([touch(other)], { allowedEdits }).kind).toBe('ask');
  });

  test('allow a call with several files if all of them are allowed', () => {
    const allowedEdits = addAllowedEdits(only('a.ts'), [touch('b.ts')]);
    expect(decide([touch('b.ts'), touch('a.ts')], { allowedEdits }).kind).toBe('run');
    expect(decide([touch('b.ts'), touch('c.ts')], { allowedEdits }).kind).toBe('ask');
  });

  test('go by the file that changes, not by the name that the call uses for it', () => {
    const allowedEdits = only('a.ts');
    expect(decide([touch('b.ts')], { allowedEdits }, 'a.ts').kind).toBe('ask');
    expect(decide([touch('a.ts')], { allowedEdits }, 'link.ts').kind).toBe('run');
  });

  test('do not include a folder that is deleted with what is in it by then', () => {
    expect(decide([touch('made', { change: 'create' })], { allowedEdits: only('made') }).kind).toBe('run');
    expect(decide([tree('made')], { allowedEdits: only('made') }).kind).toBe('ask');
    expect(decide([tree('made')], { allowedEdits: 'all' }).kind).toBe('run');
  });

  test('are part of all edits once those are allowed', () => {
    expect(addAllowedEdits('all', [touch('a.ts')])).toBe('all');
    expect(areEditsAllowed([touch('b.ts')], 'all', ['/work'])).toBe(true);
  });
});

describe.each<[string, AllowedEdits]>([
  ['of these files', only('a.ts', '.vscode/tasks.json', 'secret/b.ts', 'secret', '../out.ts')],
  ['of all files', 'all'],
])('edits %s that are allowed', (_, allowedEdits) => {
  test('run', () => {
    expect(decide([touch('a.ts')], { allowedEdits })).toEqual({ kind: 'run' });
  });

  test.each<[string, readonly TouchedPath[] | undefined]>([
    ['in a protected place', [touch('.vscode/tasks.json')]],
    ['of which one is in a protected place', [touch('a.ts'), touch('.vscode/tasks.json')]],
    ['outside of the roots', [touch('../out.ts')]],
    ['of which one is outside of the roots', [touch('a.ts'), touch('../out.ts')]],
  ])('are asked about %s, and nothing more is offered', (_where, files) => {
    expect(decide(files, { allowedEdits })).toMatchObject({ kind: 'ask', remember: [] });
    expect(decide(files, { allowedEdits })).not.toHaveProperty('edits');
  });

  test('are asked about where nobody knows what they change', () => {
    for (const files of [undefined, []])
      expect(decide(files, { allowedEdits })).toMatchObject({
        kind: 'ask',
        remember: [{ effect: 'allow', when: { tool: 'edit_file' } }],
      });
  });

  test.each<[RuleEffect, string, ApprovalRule]>([
    ['ask', 'the file', rule('ask', 'secret/**')],
    ['deny', 'the file', rule('deny', 'secret/**')],
    ['ask', 'reading the file', rule('ask', 'secret/**', 'read')],
    ['deny', 'reading the file', rule('deny', 'secret/**', 'read')],
    ['ask', 'the tool', { effect: 'ask', when: { tool: 'edit_file' } }],
    ['deny', 'the tool', { effect: 'deny', when: { tool: 'edit_file' } }],
  ])('obey a rule with %s about %s', (kind, _what, one) => {
    const decision = decide([touch('secret/b.ts')], { allowedEdits, rules: [one] });
    expect(decision.kind).toBe(kind);
    expect(decision).not.toHaveProperty('edits');
  });

  test.each(['ask', 'deny'] as const)('obey a rule with %s about what a link leads to', (effect) => {
    const context = { allowedEdits, rules: [rule(effect, 'secret/**')] };
    expect(decide([touch('secret/b.ts')], context, 'door/b.ts').kind).toBe(effect);
  });
});

test.each<[string, Partial<CallContext>]>([
  ['all edits that are allowed', { allowedEdits: 'all' }],
  ['a rule that allows the tool', { rules: [{ effect: 'allow', when: { tool: 'edit_file' } }] }],
  [
    'the mode in which edits are not asked about',
    {
      policy: {
        'Read file': 'auto',
        'File edits': 'auto',
        'Dangerous tools': 'ask',
        'Web tools': 'ask',
        'MCP tools': 'ask',
      },
    },
  ],
])('%s: none deletes a folder with something in it that a rule may be about', (_, context) => {
  const deletes = (path: string) =>
    decide([tree('src')], { ...context, rules: [rule('deny', path), ...(context.rules ?? [])] });
  for (const path of ['src/secret/**', '**/.env', '/work/src/a.ts'])
    expect(deletes(path)).toEqual({
      kind: 'ask',
      reasons: ['A rule wants you to be asked about it.'],
      remember: [],
    });
  expect(deletes('test/**').kind).toBe('run');
});

test('a rule about a file holds for a link that leads to it, in every mode', () => {
  const policy = {
    'Read file': 'auto',
    'File edits': 'auto',
    'Dangerous tools': 'ask',
    'Web tools': 'ask',
    'MCP tools': 'ask',
  } as const;
  for (const effect of ['ask', 'deny'] as const)
    expect(decide([touch('secret/b.ts')], { policy, rules: [rule(effect, 'secret/**')] }, 'door').kind).toBe(
      effect,
    );
});

test.each<[readonly string[], string]>([
  [['src/a.ts'], 'edits of src/a.ts'],
  [['src/a.ts', 'src/b.ts'], 'edits of src/a.ts and src/b.ts'],
  [['a', 'b', 'c'], 'edits of a, b and c'],
  [['a', 'a', 'b'], 'edits of a and b'],
  [['a', 'b', 'c', 'd'], 'edits of these 4 files'],
  [['a'.repeat(40), 'b'.repeat(41)], 'edits of these 2 files'],
  [['a'.repeat(81)], 'edits of this file'],
])('edits of %j are described as %j', (names, description) => {
  expect(describeEdits(names.map((one) => touch(one)))).toBe(description);
});
