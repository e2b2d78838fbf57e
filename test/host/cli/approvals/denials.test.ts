import { expect, test } from 'vitest';
import type { CallPreview } from '../../../../src/actors/protocol/tool.js';
import { Denials } from '../../../../src/host/cli/approvals/denials.js';

const page = (more: Partial<Extract<CallPreview, { kind: 'page' }>> = {}): CallPreview => ({
  kind: 'page',
  url: 'https://example.com/',
  host: 'example.com',
  ...more,
});

const ask = (preview: CallPreview) =>
  ({
    type: 'approval_request',
    callId: 'c',
    tool: 'fetch_url',
    category: 'Web tools',
    params: {},
    reasons: ['The server of example.com gets this address.'],
    preview,
  }) as const;

test('a page that nobody could be asked about is denied, with the option that allows it', () => {
  const denials = new Denials();
  expect(denials.denyUnasked(ask(page())).reason).toBe(
    'it needs the approval of a person, and nobody is there to ask. ' +
      'The server of example.com gets this address. Go on without it, or say what you would have done. ' +
      'Whoever runs this can allow it with --auto-approve all.',
  );
  expect(denials.hint).toBe(
    '1 call was denied, because nobody could be asked: fetch_url. Run it on a terminal to be asked, or with --auto-approve all.',
  );
});

test.each([
  page({ addresses: [{ address: '127.0.0.1', what: 'this machine itself' }] }),
  page({ isPrivateName: true }),
])('no option is named for a page that no option allows', (preview) => {
  const denials = new Denials();
  expect(denials.denyUnasked(ask(preview)).reason).not.toContain('--auto-approve');
  expect(denials.hint).toBe(
    '1 call was denied, because nobody could be asked: fetch_url. Run it on a terminal to be asked.',
  );
});
