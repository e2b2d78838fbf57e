import { describe, expect, test } from 'vitest';
import { findCallInText } from '../../../src/actors/llm/find-call-in-text.js';

const TOOLS = ['read_file', 'ls_dir'];
const find = (text: string): string | undefined => findCallInText(text, TOOLS);

describe('a call that is written into an answer', () => {
  test.each([
    ['Qwen and Hermes', '<tool_call>\n{"name": "ls_dir", "arguments": {"uri": "src"}}\n</tool_call>'],
    [
      'Qwen Coder',
      'Let me look.\n<tool_call>\n<function=ls_dir>\n<parameter=uri>\nsrc\n</parameter>\n</function>',
    ],
    ['Qwen Coder without its frame', "I'll look.\n\n<function=ls_dir>\n<parameter=uri> src"],
    ['GLM', '\n<tool_call>ls_dir\n<arg_key>uri</arg_key>\n<arg_value>src</arg_value>\n</tool_call>'],
    ['Mistral', '[TOOL_CALLS][{"name": "ls_dir", "arguments": {"uri": "src"}}]'],
    ['Mistral, later', '[TOOL_CALLS]ls_dir[ARGS]{"uri": "src"}'],
    ['Llama', '<|python_tag|>{"name": "ls_dir", "parameters": {"uri": "src"}}'],
    ['DeepSeek', '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>ls_dir\n```json\n{}\n```'],
    [
      'Kimi',
      '<|tool_calls_section_begin|><|tool_call_begin|>functions.ls_dir:0<|tool_call_argument_begin|>{}',
    ],
    ['MiniMax', 'Well.\n<minimax:tool_call>\n<invoke name="ls_dir">\n</invoke>'],
    ['gpt-oss', '<|channel|>commentary to=functions.ls_dir <|constrain|>json<|message|>{}'],
    ['a small model', ' {"name": "ls_dir", "parameters": {"uri": "src"}}\n'],
    ['a small model with a fence', '```json\n{"name": "ls_dir", "arguments": {}}\n```'],
  ])('is found as %s writes it', (_model, text) => {
    expect(find(text)).toBe('ls_dir');
  });

  test.each([
    ['is none of a tool that is not offered', '<tool_call>\n{"name": "fly", "arguments": {}}'],
    ['is none in a sentence', 'Qwen writes <tool_call>{"name": "ls_dir"}</tool_call> for that.'],
    [
      'is none in a code block',
      'So:\n\n```xml\n<tool_call>\n{"name": "ls_dir"}\n</tool_call>\n```\n\nThat is it.',
    ],
    ['is none in a code block that does not end', '~~~\n<tool_call>\n{"name": "ls_dir"}'],
    ['is none far from a name', `<tool_call>\n${' '.repeat(300)}ls_dir`],
    ['is none in part of a word', '<tool_call>\nmy_ls_dir'],
    ['is none in JSON that is an answer', '{"name": "ls_dir", "isReadOnly": true}'],
    ['is none in prose', 'The tool ls_dir lists a directory.'],
    ['is none in nothing', ''],
  ])('%s', (_what, text) => {
    expect(find(text)).toBeUndefined();
  });

  test('is none where no tools are offered', () => {
    expect(findCallInText('<tool_call>\n{"name": "ls_dir", "arguments": {}}', [])).toBeUndefined();
  });

  test.each([
    ['openings', '<tool_call>\n'.repeat(50_000)],
    ['fences', '```\n'.repeat(100_000)],
    ['spaces', ' '.repeat(500_000)],
    ['lines', ' \n'.repeat(250_000)],
  ])('is looked for without backtracking, with many %s', (_what, text) => {
    expect(find(text)).toBeUndefined();
  });
});
