import { expect, test } from 'vitest';
import { readTextCall } from '../../../../src/actors/llm/text-tools/read-text-call.js';

const call = { name: 'read_file', arguments: '{"uri":"src/a.ts"}' };

test.each([
  ['JSON', '{"name": "read_file", "arguments": {"uri": "src/a.ts"}}'],
  ['another name of the arguments', '{"name": "read_file", "parameters": {"uri": "src/a.ts"}}'],
  ['arguments that are text', '{"name": "read_file", "arguments": "{\\"uri\\":\\"src/a.ts\\"}"}'],
  ['a code block around it', '```json\n{"name": "read_file", "arguments": {"uri": "src/a.ts"}}\n```'],
  ['single quotes', "{'name': 'read_file', 'arguments': {'uri': 'src/a.ts'}}"],
  ['names without quotes', '{name: "read_file", arguments: {uri: "src/a.ts"}}'],
  ['a comma too many', '{"name": "read_file", "arguments": {"uri": "src/a.ts",},}'],
  ['brackets that are missing', '{"name": "read_file", "arguments": {"uri": "src/a.ts"'],
  ['tags', '<function=read_file>\n<parameter=uri>\nsrc/a.ts\n</parameter>\n</function>'],
  ['tags that do not end', '<function=read_file>\n<parameter=uri>\nsrc/a.ts'],
])('readTextCall reads %s', (_what, text) => {
  expect(readTextCall(`\n${text}\n`)).toEqual(call);
});

test('readTextCall reads numbers, truth values and lists in tags, and leaves all other text as it is', () => {
  const text =
    '<function=f><parameter=a>3</parameter><parameter=b>true</parameter><parameter=c>["x"]</parameter>' +
    '<parameter=d>\n  if (a) {\n    b();\n  }\n</parameter><parameter=e>{ b</parameter></function>';
  expect(JSON.parse(readTextCall(text)?.arguments ?? '')).toEqual({
    a: 3,
    b: true,
    c: ['x'],
    d: '  if (a) {\n    b();\n  }',
    e: '{ b',
  });
});

test('readTextCall leaves to the tool what is wrong with arguments beyond repair', () => {
  const text = '{"name": "read_file", "arguments": {"uri": "a" "b" : }}}}]';
  expect(readTextCall(text)).toMatchObject({ name: 'read_file' });
});

test.each(['', 'nothing', '{"arguments": {}}', '[1, 2]', '{"name": ""}'])(
  'readTextCall finds no tool in %j',
  (text) => {
    expect(readTextCall(text)).toBeUndefined();
  },
);
