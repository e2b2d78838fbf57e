import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseSafeLink } from '../../../src/host/markdown/parse-safe-link.js';

describe('parseSafeLink', () => {
  test.each<[address: string, href: string, target: string]>([
    ['https://example.com', 'https://example.com/', 'example.com'],
    ['HTTP://Example.com:8080/a?b=c#d', 'http://example.com:8080/a?b=c#d', 'example.com:8080'],
    ['mailto:a@example.com?subject=x', 'mailto:a@example.com?subject=x', 'a@example.com'],
    // Both letters a are Cyrillic.
    ['https://\u0430pple.com/\u0430', 'https://xn--pple-43d.com/%D0%B0', 'xn--pple-43d.com'],
    ['https://example.com/a"onclick="b', 'https://example.com/a%22onclick=%22b', 'example.com'],
  ])('follows %s', (address, href, target) => {
    expect(parseSafeLink(address)).toEqual({ href, target });
  });

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\tscript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'javascript&colon;alert(1)',
    'vbscript:msgbox(1)',
    'data:text/html,<script>alert(1)</script>',
    'command:workbench.action.closeSidebar',
    'COMMAND:workbench.action.closeSidebar',
    'vscode:extension/a.b',
    'vscode-insiders://a.b/c',
    'vscode-webview://a/b',
    'file:///etc/passwd',
    'blob:https://example.com/a',
    'view-source:https://example.com',
    'ftp://example.com',
    'about:blank',
    '//example.com',
    '/src/main.ts',
    'src/main.ts',
    '#top',
    '',
    'https:example.com',
    'https:/example.com',
    'https:\\\\example.com',
    'https://',
    'https://example.com/a b',
    'https://example.com\\@evil.com',
    'https://bank.com@evil.com',
    'https://bank.com:pass@evil.com',
    'https://ex\u202eample.com',
    'https://example.com/\u200b',
    '\u200bhttps://example.com',
    'h\tttps://example.com',
    'mailto:',
    `https://example.com/${'a'.repeat(2_000)}`,
  ])('does not follow %j', (address) => {
    expect(parseSafeLink(address)).toBeUndefined();
  });

  test('leads nowhere but to the web and to mailboxes, whatever it is given', () => {
    const part = fc.constantFrom(
      'javascript:',
      'https://',
      'mailto:',
      'command:',
      'data:',
      '\t',
      '\n',
      '\u0000',
      '&#106;',
      '%6a',
      '\\',
      '/',
      '@',
      'a.b',
      ':',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(part, fc.string({ maxLength: 3 }))), (parts) => {
        const link = parseSafeLink(parts.join(''));
        if (link === undefined) return;
        expect(['http:', 'https:', 'mailto:']).toContain(new URL(link.href).protocol);
        expect(link.href).toMatch(/^[!-~]+$/);
      }),
      { numRuns: 1000 },
    );
  });
});
