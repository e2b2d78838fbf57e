import { expect, test } from 'vitest';
import { estimateTokens } from '../../../src/actors/llm/tokens.js';

// The counts of the o200k and cl100k encodings, taken once with gpt-tokenizer 4.0.0.
const samples: readonly [string, string, number, number][] = [
  [
    'prose',
    'The index thread crashes: pending asks reject, the supervisor backs off and starts another one, and searches are tried once more while the view says that it is reindexing.',
    35,
    35,
  ],
  [
    'code',
    'export function sleep(clock: Clock, delayMs: number, signal?: AbortSignal): Promise<void> {\n  return new Promise((resolve, reject) => {\n    if (signal?.aborted) {\n      reject(signal.reason);\n      return;\n    }\n  });\n}\n',
    54,
    54,
  ],
  [
    'json',
    '{\n  "name": "troupe",\n  "version": "0.1.0",\n  "dependencies": {\n    "openai": "6.49.0",\n    "piscina": "5.3.2"\n  }\n}\n',
    53,
    54,
  ],
  ['Chinese', '工作区索引在工作线程中运行,文件变化后会自动更新。搜索立即返回已有的结果。', 24, 32],
  [
    'base64',
    'ACaKLAwqhiD4DmL0xNIeqHB2ujz8+jawaF6SBLSizjjgxupM7MrmQNiuwhSkcn7IUBYaXNyaltBI/vIklEIuWMBmSmzMakZguE4iNIQS3ugwtnp8vDr28CieUkR04o54oAaqjKwKpoCY7oJUZLI+CBBW2pyc2lYQCD6yZFSC7piApgqsjKoGoHiO4nREUp4o8PY6vHx6tjDo3hKENCJOuGBGasxsSmbAWC5ClCTy/kjQlprcXBoWUMh+cqQUwq7YQObK7EzqxuA4zqK0BJJeaLA2+vw8unZwqB7SxPRiDvgghioMLIomABhuAtTkMr6IkNZaHBxa1pCIvjLk1AJuGAAmiiwMKoYg+A5i9MTSHqhwdro8/Po2sGhekgS0os444MbqTOzK5kDYrsIU',
    263,
    274,
  ],
  [
    'hex',
    '00268a2c0c2a8620f80e62f4c4d21ea87076ba3cfcfa36b0685e9204b4a2ce38e0c6ea4ceccae640d8aec214a4727ec850161a5cdc9a96d048fef22494422e58c0664a6ccc6a4660b84e22348412dee830b67a7cbc3af6f0289e524474e28e78a006aa8c',
    118,
    117,
  ],
];

test.each(samples)('estimateTokens is near both encodings for %s', (_name, text, o200k, cl100k) => {
  const estimate = estimateTokens(text);
  expect(estimate).toBeGreaterThanOrEqual(0.7 * Math.min(o200k, cl100k));
  expect(estimate).toBeLessThanOrEqual(1.6 * Math.max(o200k, cl100k));
});

test('estimateTokens counts nothing for an empty text and one for a letter', () => {
  expect([estimateTokens(''), estimateTokens('a')]).toEqual([0, 1]);
});
