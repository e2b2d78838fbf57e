import { describe, expect, test } from 'vitest';
import type { ApprovalMode, ApprovalRule } from '../../../../src/actors/protocol/approvals.js';
import type { CallPreview } from '../../../../src/actors/protocol/tool.js';
import { type CallContext, judgeCall } from '../../../../src/actors/approvals/judge-call.js';
import { matchesHost } from '../../../../src/actors/approvals/web/match-host.js';

type Page = Extract<CallPreview, { kind: 'page' }>;

const page = (url: string, more: Partial<Page> = {}): Page => ({
  kind: 'page',
  url,
  host: new URL(url).host,
  ...more,
});

const HERE = page('http://127.0.0.1:3000/', {
  addresses: [{ address: '127.0.0.1', what: 'this machine itself' }],
});
const THERE = page('https://example.com/a?b');

function judge(
  preview: CallPreview,
  { mode = 'ask', rules = [] }: { mode?: ApprovalMode; rules?: readonly ApprovalRule[] } = {},
) {
  const context: CallContext = {
    policy: {
      'Read file': 'auto',
      'File edits': 'auto',
      'Dangerous tools': 'auto',
      'Web tools': mode,
      'MCP tools': 'auto',
    },
    rules,
    roots: ['/w'],
    sandbox: 'sandboxed',
  };
  const tool = preview.kind === 'search' ? 'web_search' : 'fetch_url';
  return judgeCall({ tool, category: 'Web tools', params: {} }, preview, context);
}

const rule = (effect: ApprovalRule['effect'], when: ApprovalRule['when']): ApprovalRule => ({ effect, when });
const GETS = (host: string) => `The server of ${host} gets this address, and whatever is in it.`;

describe('a page', () => {
  test('is asked about with what its server gets, and its host can be remembered', () => {
    expect(judge(THERE)).toEqual({
      kind: 'ask',
      reasons: [GETS('example.com')],
      remember: [rule('allow', { host: 'example.com' })],
    });
    expect(judge(THERE, { mode: 'sandboxed' })).toEqual(judge(THERE));
  });

  test('over plain http is asked about as such, and nothing of it is remembered', () => {
    expect(judge(page('http://example.com/'))).toEqual({
      kind: 'ask',
      reasons: [
        'It goes over plain http: others on the way can read and change what is sent and what comes.',
        GETS('example.com'),
      ],
      remember: [],
    });
  });

  test('to which another one redirects is asked about with that', () => {
    expect(judge(page('https://other.example/', { from: 'https://example.com/' }))).toMatchObject({
      reasons: ['https://example.com/ redirects to this address.', GETS('other.example')],
      remember: [rule('allow', { host: 'other.example' })],
    });
  });

  test.each(['ask', 'auto', 'sandboxed'] as const)(
    'of an address that is not public is asked about in the mode %s',
    (mode) => {
      const rules = [rule('allow', { host: '127.0.0.1:3000' }), rule('allow', { tool: 'fetch_url' })];
      expect(judge(HERE, { mode, rules })).toEqual({
        kind: 'ask',
        reasons: [
          '127.0.0.1 is this machine itself: you are asked about such an address each time.',
          'It goes over plain http: others on the way can read and change what is sent and what comes.',
          GETS('127.0.0.1:3000'),
        ],
        remember: [],
      });
    },
  );

  test.each(['ask', 'auto'] as const)(
    'of a name that is not public is asked about in the mode %s',
    (mode) => {
      const rules = [rule('allow', { host: 'wiki.corp' })];
      expect(judge(page('https://wiki.corp/', { isPrivateName: true }), { mode, rules })).toMatchObject({
        kind: 'ask',
        reasons: [
          'wiki.corp is a name as private networks have it: you are asked about such a name each time, and about its address once that is known.',
          GETS('wiki.corp'),
        ],
        remember: [],
      });
    },
  );

  test.each<[what: string, preview: Page, rules: readonly ApprovalRule[], decision: 'run' | 'ask' | 'deny']>([
    ['a rule that allows its host', THERE, [rule('allow', { host: 'example.com' })], 'run'],
    ['a rule that allows its host in capitals', THERE, [rule('allow', { host: 'Example.COM' })], 'run'],
    ['a rule that allows another host', THERE, [rule('allow', { host: 'example.org' })], 'ask'],
    ['a rule that allows the hosts below', THERE, [rule('allow', { host: '*.example.com' })], 'ask'],
    [
      'a rule that allows the hosts below, and it is one',
      page('https://a.b.example.com/'),
      [rule('allow', { host: '*.example.com' })],
      'run',
    ],
    [
      'a rule for another port',
      page('https://example.com:8443/'),
      [rule('allow', { host: 'example.com' })],
      'ask',
    ],
    ['a rule for plain http', page('http://example.com/'), [rule('allow', { host: 'example.com' })], 'ask'],
    ['a rule for all hosts', THERE, [rule('allow', { host: '*' })], 'ask'],
    ['a rule for all hosts in other words', THERE, [rule('allow', { host: '*.' })], 'ask'],
    ['a rule that allows the tool', THERE, [rule('allow', { tool: 'fetch_url' })], 'run'],
    [
      'a rule that asks about the tool',
      THERE,
      [rule('allow', { host: 'example.com' }), rule('ask', { tool: 'fetch_url' })],
      'ask',
    ],
    [
      'a rule that asks about the host',
      THERE,
      [rule('allow', { host: 'example.com' }), rule('ask', { host: '*.com' })],
      'ask',
    ],
    [
      'a rule that denies the host',
      THERE,
      [rule('allow', { host: 'example.com' }), rule('deny', { host: 'example.com' })],
      'deny',
    ],
    ['a rule that denies the tool', THERE, [rule('deny', { tool: 'fetch_url' })], 'deny'],
    [
      'a rule that denies reading a file of that name',
      THERE,
      [rule('deny', { path: '**', access: 'read' })],
      'ask',
    ],
    ['its text being here', { ...THERE, isKept: true }, [], 'run'],
    [
      'its text being here and a rule that denies it',
      { ...THERE, isKept: true },
      [rule('deny', { host: 'example.com' })],
      'deny',
    ],
  ])('with %s is decided', (_what, preview, rules, kind) => {
    expect(judge(preview, { rules }).kind).toBe(kind);
  });

  test('that a rule asks about offers nothing more', () => {
    expect(judge(THERE, { mode: 'auto', rules: [rule('ask', { host: 'example.com' })] })).toEqual({
      kind: 'ask',
      reasons: ['A rule wants you to be asked about example.com.', GETS('example.com')],
      remember: [],
    });
    expect(judge(THERE, { mode: 'auto', rules: [rule('ask', { tool: 'fetch_url' })] })).toEqual({
      kind: 'ask',
      reasons: ['A rule wants you to be asked about it.', GETS('example.com')],
      remember: [],
    });
  });

  test('runs in the mode auto', () => {
    expect([judge(THERE, { mode: 'auto' }), judge(page('http://example.com/'), { mode: 'auto' })]).toEqual([
      { kind: 'run' },
      { kind: 'run' },
    ]);
  });
});

describe('a search', () => {
  const search: CallPreview = { kind: 'search', query: 'words', provider: 'anthropic/claude' };

  test('is asked about with who gets the words', () => {
    expect(judge(search)).toEqual({
      kind: 'ask',
      reasons: ['anthropic/claude gets these words, and searches the web with them.'],
      remember: [rule('allow', { tool: 'web_search' })],
    });
  });

  test.each<[rules: readonly ApprovalRule[], mode: ApprovalMode, kind: string]>([
    [[rule('allow', { tool: 'web_search' })], 'ask', 'run'],
    [[], 'auto', 'run'],
    [[], 'sandboxed', 'ask'],
    [[rule('ask', { tool: 'web_search' })], 'auto', 'ask'],
    [[rule('deny', { tool: 'web_search' })], 'auto', 'deny'],
    [[rule('allow', { host: 'anthropic/claude' })], 'ask', 'ask'],
  ])('with the rules %j in the mode %s is decided', (rules, mode, kind) => {
    expect(judge(search, { mode, rules }).kind).toBe(kind);
  });
});

test.each([
  ['example.com', 'example.com', true],
  ['example.com', 'notexample.com', false],
  ['example.com', 'www.example.com', false],
  ['*.example.com', 'www.example.com', true],
  ['*.example.com', 'example.com', false],
  ['*.example.com', 'evilexample.com', false],
  ['*.example.com', '.example.com', false],
  ['*.example.com:8443', 'a.example.com:8443', true],
  ['*', 'example.com', false],
  ['*.', 'example.com', false],
  ['', 'example.com', false],
])('a rule about %s is about %s: %s', (pattern, host, isMatch) => {
  expect(matchesHost(pattern, host)).toBe(isMatch);
});
