import { expect, test } from 'vitest';
import { readAttachedResource, readPrompt } from '../../../src/actors/mcp/read-prompt.js';

const text = (content: string) => ({ type: 'text', text: content });

test('the messages of the person follow each other', () => {
  const messages = [
    { role: 'user', content: text('Look at this.') },
    { role: 'user', content: [text('And at'), text('that.')] },
  ];
  expect(readPrompt('docs:look', { messages })).toEqual({
    text: 'Look at this.\n\nAnd at\nthat.',
    attachments: [],
  });
});

test('a dialogue says who speaks', () => {
  const messages = [
    { role: 'user', content: text('Hello?') },
    { role: 'assistant', content: text('Yes.') },
  ];
  expect(readPrompt('docs:talk', { messages }).text).toBe('User: Hello?\n\nAssistant: Yes.');
});

test('pictures and resources are attached, and what cannot be is said', () => {
  const messages = [
    {
      role: 'user',
      content: [
        text('See:'),
        { type: 'image', mimeType: 'image/png', data: 'AAAA' },
        { type: 'resource', resource: { uri: 'file:///a.md', text: '# A' } },
        { type: 'audio', mimeType: 'audio/wav', data: 'AAAA' },
        { type: 'resource_link', uri: 'file:///b.md', name: 'B' },
        { type: 'odd' },
        'no part',
      ],
    },
  ];
  expect(readPrompt('docs:see', { messages })).toEqual({
    text: 'See:\n(A sound, audio/wav, is left out.)\n(A resource: file:///b.md, B)\n(A part of an unknown kind is left out.)',
    attachments: [
      { kind: 'image', name: 'docs:see', mediaType: 'image/png', data: 'AAAA' },
      { kind: 'output', name: 'docs:see (file:///a.md)', text: '# A' },
    ],
  });
});

test('a text without end is cut, with a note', () => {
  const messages = [{ role: 'user', content: text('x'.repeat(1_000_000)) }];
  const { text: read } = readPrompt('docs:long', { messages });
  expect(read).toBe(`${'x'.repeat(100_000)}\n[... 900000 more characters are left out here ...]`);
});

test.each([undefined, null, 'text', [], {}, { messages: 7 }, { messages: [null, 7, { role: 'user' }] }])(
  'what is no prompt, such as %j, has no text',
  (raw) => {
    expect(readPrompt('docs:odd', raw)).toEqual({ text: '', attachments: [] });
  },
);

test('a resource becomes attachments that are called by its server and its address', () => {
  const contents = [
    { uri: 'file:///a.md', text: '# A' },
    { uri: 'file:///a.png', mimeType: 'image/png', blob: 'AAAA' },
    { uri: 'file:///a.zip', mimeType: 'application/zip', blob: 'AAAA' },
  ];
  expect(readAttachedResource('docs:file:///a.md', { contents })).toEqual([
    { kind: 'output', name: 'docs:file:///a.md', text: '# A' },
    { kind: 'image', name: 'docs:file:///a.md', mediaType: 'image/png', data: 'AAAA' },
    {
      kind: 'output',
      name: 'docs:file:///a.md',
      text: '(file:///a.zip: 3 bytes, application/zip, are left out.)',
    },
  ]);
});
