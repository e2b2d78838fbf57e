import { describe, expect, test } from 'vitest';
import { readPromptArguments } from '../../../src/actors/mcp/prompt-arguments.js';

const declared = [
  { name: 'style', description: '', isRequired: true },
  { name: 'topic', description: '', isRequired: true },
  { name: 'words', description: '', isRequired: false },
];

describe('the arguments of a prompt', () => {
  test.each<[typed: string, args: Record<string, string>]>([
    ['short tea', { style: 'short', topic: 'tea' }],
    ['short "green tea" 100', { style: 'short', topic: 'green tea', words: '100' }],
    ['topic=tea short', { style: 'short', topic: 'tea' }],
    [`words=9 topic='green tea' style="very short"`, { style: 'very short', topic: 'green tea', words: '9' }],
    ['short tea more  "than that"', { style: 'short', topic: 'tea', words: 'more "than that"' }],
    ['short https://a.example/?q=1', { style: 'short', topic: 'https://a.example/?q=1' }],
    ['style= tea', { style: '', topic: 'tea' }],
    ["short it's", { style: 'short', topic: "it's" }],
  ])('are read from %s by name and by position', (typed, args) => {
    expect(readPromptArguments(declared, typed)).toEqual({ args });
  });

  test('take the whole text where there is one of them', () => {
    const [, topic] = declared;
    expect(readPromptArguments(topic === undefined ? [] : [topic], 'how does a = b work')).toEqual({
      args: { topic: 'how does a = b work' },
    });
  });

  test.each<[typed: string, problem: string]>([
    ['', '"style", "topic" are missing'],
    ['short', '"topic" is missing'],
    ['topic=tea topic=milk short', '"topic" is given twice'],
    ['style=a topic=b words=c more', 'there are too many arguments'],
  ])('that are wrong, as in %j, are said', (typed, problem) => {
    expect(readPromptArguments(declared, typed)).toEqual({ problem });
  });

  test('of a prompt that has none are said to be wrong', () => {
    expect(readPromptArguments([], 'something')).toEqual({ problem: 'it takes no arguments' });
    expect(readPromptArguments([], ' ')).toEqual({ args: {} });
  });
});
