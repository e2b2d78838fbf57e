import { describe, expect, test } from 'vitest';
import { growHighlight, NO_CODE } from '../../../../../src/host/vscode/webview/code/grow-highlight.js';
import { highlight } from '../../../../../src/host/markdown/code/highlight.js';
import type { CodeSpan } from '../../../../../src/host/markdown/code/code-span.js';

const textOf = (spans: readonly CodeSpan[]): string => spans.map(({ text }) => text).join('');

describe('growHighlight', () => {
  const code = 'const a = 1;\n'.repeat(100);

  test('shows new code at once and highlights it now and then', () => {
    let grown = NO_CODE;
    let rounds = 0;
    for (let end = 1; end <= code.length; end += 5) {
      const next = growHighlight(grown, code.slice(0, end), 'ts', false);
      expect(textOf(next.spans)).toBe(code.slice(0, end));
      if (next.doneChars !== grown.doneChars) rounds++;
      grown = next;
    }
    expect(rounds).toBeLessThan(10);
  });

  test('highlights all of it once it is whole', () => {
    const open = growHighlight(growHighlight(NO_CODE, code, 'ts', false), `${code}const b`, 'ts', false);
    expect(open.spans.at(-1)).toEqual({ kind: '', text: 'const b' });
    expect(growHighlight(open, `${code}const b`, 'ts', true).spans).toEqual(
      highlight(`${code}const b`, 'ts'),
    );
  });

  test('starts anew in another language', () => {
    const open = growHighlight(NO_CODE, '# a\n', 'c', false);
    expect(growHighlight(open, '# a\n# b\n', 'python', false).spans).toEqual([
      { kind: 'comment', text: '# a' },
      { kind: '', text: '\n' },
      { kind: 'comment', text: '# b' },
      { kind: '', text: '\n' },
    ]);
  });

  test('never colours a part of a line, whose end may still come', () => {
    const diff = '--- a/src/cart.js\n+++ b/src/cart.js\n@@ -1,2 +1,2 @@\n-old line\n+new line\n'.repeat(20);
    let grown = NO_CODE;
    for (let end = 1; end <= diff.length; end += 7) {
      grown = growHighlight(grown, diff.slice(0, end), 'diff', false);
      expect(textOf(grown.spans)).toBe(diff.slice(0, end));
      let at = 0;
      for (const { kind, text } of grown.spans) {
        at += text.length;
        if (kind !== '') expect(diff[at]).toBe('\n');
      }
    }
  });

  test('is the same object when nothing has changed', () => {
    const done = growHighlight(NO_CODE, code, 'ts', true);
    expect(growHighlight(done, code, 'ts', true)).toBe(done);
  });
});
