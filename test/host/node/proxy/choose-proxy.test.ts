import { expect, test } from 'vitest';
import { readProxies } from '../../../../src/host/node/proxy/choose-proxy.js';

const proxy = 'http://proxy.test:3128';
const choose = (url: string, env: Record<string, string>): string | undefined =>
  readProxies(env)?.(new URL(url))?.href;

test.each<[string, Record<string, string>, string | undefined]>([
  ['https://a.test/v1', { HTTPS_PROXY: proxy }, `${proxy}/`],
  ['https://a.test/v1', { HTTP_PROXY: proxy }, undefined],
  ['http://a.test/v1', { HTTP_PROXY: proxy }, `${proxy}/`],
  ['http://a.test/v1', { HTTPS_PROXY: proxy }, undefined],
  ['https://a.test/v1', { HTTPS_PROXY: 'http://other.test', https_proxy: proxy }, `${proxy}/`],
  ['https://a.test/v1', { https_proxy: 'proxy.test:3128' }, `${proxy}/`],
  ['https://a.test/v1', { https_proxy: ' ' }, undefined],
])('%s with %j', (url, env, expected) => {
  expect(choose(url, env)).toBe(expected);
});

test.each([
  'http://localhost:1/v1',
  'http://x.localhost/v1',
  'http://127.0.0.1:1/v1',
  'http://127.9.9.9/v1',
  'http://[::1]:1/v1',
])('%s is never proxied', (url) => {
  expect(choose(url, { HTTP_PROXY: proxy, HTTPS_PROXY: proxy })).toBeUndefined();
});

test.each<[string, string, boolean]>([
  ['a.test', 'https://a.test/', true],
  ['a.test', 'https://b.a.test/', true],
  ['.a.test', 'https://b.a.test/', true],
  ['.a.test', 'https://a.test/', true],
  ['*.a.test', 'https://b.a.test/', true],
  ['A.TEST', 'https://a.test/', true],
  ['a.test', 'https://ba.test/', false],
  ['a.test', 'https://a.test.evil/', false],
  ['a.test:443', 'https://a.test/', true],
  ['a.test:8443', 'https://a.test/', false],
  ['x.test, a.test', 'https://a.test/', true],
  ['x.test a.test', 'https://a.test/', true],
  ['*', 'https://a.test/', true],
  ['10.0.0.7', 'https://10.0.0.7/', true],
  ['fd00::7', 'https://[fd00::7]/', true],
  ['', 'https://a.test/', false],
  [',', 'https://a.test/', false],
  ['.', 'https://a.test/', false],
])('NO_PROXY=%j excepts %s: %s', (NO_PROXY, url, isExcepted) => {
  expect(choose(url, { HTTPS_PROXY: proxy, NO_PROXY }) === undefined).toBe(isExcepted);
});

test.each(['socks5://proxy.test', 'http://', 'ftp://me:secret@proxy.test', 'http://me:secret@'])(
  'the proxy %j is refused, without its password',
  (HTTPS_PROXY) => {
    expect(() => readProxies({ HTTPS_PROXY })).toThrow(/HTTPS_PROXY must be the address/);
    expect(() => readProxies({ HTTPS_PROXY })).not.toThrow(/secret/);
  },
);
