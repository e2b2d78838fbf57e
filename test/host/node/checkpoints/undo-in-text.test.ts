import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runToEnd } from '../../../../src/actors/runtime/slices.js';
import { undoInText } from '../../../../src/host/node/checkpoints/record/undo-in-text.js';
import { makeTempDir, removeTempDir } from '../../../doubles/temp-dir.js';

function undo(mine: string, base: string, theirs: string | Buffer): string | undefined {
  const result = runToEnd(undoInText(Buffer.from(mine), Buffer.from(base), Buffer.from(theirs)));
  return result === undefined ? undefined : Buffer.from(result).toString();
}

test('the change of a thread is undone, and that of a person stays', () => {
  expect(undo('1\nmine\n3\n4\n5\n', '1\n2\n3\n4\n5\n', '1\nmine\n3\n4\ntheirs\n')).toBe(
    '1\n2\n3\n4\ntheirs\n',
  );
  expect(undo('1\nmine\n3\n', '1\n2\n3\n', '1\nmine\n3\n')).toBe('1\n2\n3\n');
  expect(undo('1\nmine\n3\n', '1\n2\n3\n', '1\n2\n3\n')).toBe('1\n2\n3\n');
});

test('changes that touch are left to the person', () => {
  expect(undo('1\nmine\n3\n', '1\n2\n3\n', '1\ntheirs\n3\n')).toBeUndefined();
  expect(undo('1\nmine\n3\n', '1\n2\n3\n', '1\nmine\ntheirs\n3\n')).toBeUndefined();
});

test('line ends, a BOM and bytes of other lines stay as they are', () => {
  expect(
    undo('\uFEFF1\r\nmine\r\n3\r\n4\r\n', '\uFEFF1\r\n2\r\n3\r\n4\r\n', '\uFEFF1\r\nmine\r\n3\r\ntheirs'),
  ).toBe('\uFEFF1\r\n2\r\n3\r\ntheirs');
});

test('what is no text is not merged', () => {
  expect(undo('a\n', 'b\n', Buffer.from([0, 1, 2, 0, 255]))).toBeUndefined();
});

test('whatever is merged is what git makes of it', () => {
  const folder = makeTempDir();
  const lines = Array.from({ length: 12 }, (_, index) => `line ${index}`);
  const change = (mark: string) =>
    fc
      .uniqueArray(fc.tuple(fc.nat({ max: 11 }), fc.constantFrom('edit', 'delete', 'insert')), {
        maxLength: 3,
        selector: ([at]) => at,
      })
      .map((edits) => {
        const changed = [...lines];
        for (const [at, kind] of edits.sort(([a], [b]) => b - a))
          changed.splice(at, kind === 'insert' ? 0 : 1, ...(kind === 'delete' ? [] : [`${mark} ${at}`]));
        return changed.map((line) => `${line}\n`).join('');
      });
  const text = lines.map((line) => `${line}\n`).join('');
  let merged = 0;
  fc.assert(
    fc.property(change('base'), change('theirs'), (base, theirs) => {
      const result = undo(text, base, theirs);
      const files = { theirs, mine: text, base };
      for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
      let judged: string | undefined;
      try {
        const args = ['merge-file', '-p', '-q', ...Object.keys(files)];
        judged = execFileSync('git', args, {
          cwd: folder,
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'ignore'],
        });
      } catch {
        judged = undefined;
      }
      if (result === undefined) return;
      merged += 1;
      expect(result).toBe(judged);
    }),
    { numRuns: 150 },
  );
  expect(merged).toBeGreaterThan(20);
  removeTempDir(folder);
});
