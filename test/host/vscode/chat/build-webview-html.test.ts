import { expect, test } from 'vitest';
import { buildWebviewHtml } from '../../../../src/host/vscode/chat/build-webview-html.js';

const page = {
  script: 'https://host/dist/webview/main.js?a=1&b=2',
  styles: 'https://host/dist/webview/main.css',
  cspSource: "'self' https://*.vscode-cdn.net",
  nonce: 'abc123',
};

test('the page allows its own script, styles, images and fonts, and nothing else', () => {
  const [, policy] =
    /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(buildWebviewHtml(page)) ?? [];
  expect(policy?.split('; ')).toEqual([
    "default-src 'none'",
    "script-src 'nonce-abc123'",
    "style-src 'self' https://*.vscode-cdn.net",
    "img-src 'self' https://*.vscode-cdn.net data:",
    "font-src 'self' https://*.vscode-cdn.net",
    "base-uri 'none'",
    "form-action 'none'",
  ]);
});

test('the page has one script, with the nonce, and nothing inline', () => {
  const html = buildWebviewHtml(page);
  expect(html.match(/<script[^>]*>[^<]*<\/script>/g)).toEqual([
    '<script nonce="abc123" src="https://host/dist/webview/main.js?a=1&amp;b=2"></script>',
  ]);
  expect(html).not.toMatch(/\son\w+=|\sstyle=|<style/);
});

test('the page says its language and its title', () => {
  const html = buildWebviewHtml(page);
  expect(html).toContain('<html lang="en">');
  expect(html).toContain('<title>Troupe</title>');
});

test('an address cannot leave its attribute', () => {
  const html = buildWebviewHtml({ ...page, script: '"><script>alert(1)</script>' });
  expect(html.match(/<script/g)).toHaveLength(1);
});
