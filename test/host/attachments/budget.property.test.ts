import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import type { AttachmentRef } from '../../../src/actors/protocol/attachment.js';
import { estimateTokens } from '../../../src/actors/llm/tokens.js';
import { userContent } from '../../../src/actors/threads/user-text.js';
import { resolveAttachments } from '../../../src/host/attachments/resolve-attachments.js';
import { makeAttachmentWorld } from './attachment-world.js';

const lengths = { 'none.txt': 0, 'one.txt': 1, 'few.txt': 30, 'many.txt': 2_000, 'most.txt': 20_000 };
const names = Object.keys(lengths) as (keyof typeof lengths)[];
const lineOf = (name: string, line: number): string => `${name} ${line} ${'word '.repeat(line % 7)}`;
const textOf = (name: keyof typeof lengths): string =>
  Array.from({ length: lengths[name] }, (_, index) => `${lineOf(name, index + 1)}\n`).join('');

const world = makeAttachmentWorld({
  work: Object.fromEntries(names.map((name) => [name, textOf(name)])),
});
afterAll(() => {
  world.dispose();
});

const ref: fc.Arbitrary<AttachmentRef> = fc.oneof(
  fc.record({ kind: fc.constant('file' as const), path: fc.constantFrom(...names) }),
  fc
    .tuple(fc.constantFrom(...names), fc.integer({ min: 1, max: 30 }), fc.nat(25_000))
    .map(([path, startLine, more]) => ({
      kind: 'file' as const,
      path,
      range: { startLine, endLine: startLine + more },
    })),
  fc.constantFrom(...names).map((name) => ({ kind: 'output' as const, name, text: textOf(name) })),
);

test('attachments stay within their budget, and each line of a file is shown as it is or said to be missing', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(ref, { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 1_000, max: 40_000 }),
      async (refs, maxTokens) => {
        const resolved = await resolveAttachments(
          refs,
          { ...world.deps, roots: world.roots },
          {
            reads: new Map(),
            signal: new AbortController().signal,
            budget: { maxTokens, estimateTokens },
            imagesAllowed: true,
          },
        );
        expect(estimateTokens(userContent('', resolved).content)).toBeLessThanOrEqual(maxTokens);
        for (const { ref: shown, resolved: content, problem } of resolved) {
          if (shown.kind !== 'file' || problem !== undefined) continue;
          const total = lengths[shown.path as keyof typeof lengths];
          if (total === 0) continue;
          const first = shown.range?.startLine ?? 1;
          const last = Math.min(shown.range?.endLine ?? Infinity, total);
          const missing = Number(/^Lines? (\d+)/.exec(content?.note ?? '')?.[1] ?? last + 1);
          const lines = content?.text.split('\n').slice(2, -1) ?? [];
          expect(lines).toEqual(
            Array.from({ length: missing - first }, (_, index) => lineOf(shown.path, first + index)),
          );
          if (missing <= last)
            expect(content?.note).toContain(
              missing === last ? `Line ${last} is missing` : `Lines ${missing} to ${last} are missing`,
            );
        }
      },
    ),
    { numRuns: 200 },
  );
});
