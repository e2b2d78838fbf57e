import { SettingsError } from '../../../actors/protocol/errors.js';
import { parseUrl } from '../../../actors/protocol/web/parse-url.js';

// As `URL` writes them. What is on this machine is not reached over another one.
const THIS_MACHINE = /^(?:(?:.+\.)?localhost\.?|127(?:\.\d{1,3}){3}|\[::1\]|0\.0\.0\.0|\[::\])$/;

/** The proxy for an address; `undefined` where it is reached without one. */
export type ChooseProxy = (url: URL) => URL | undefined;

/**
 * Reads `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`, where names in lower case come first, as curl does. `undefined` when no
 * proxy is named. Addresses of this machine have no proxy.
 * Shape: `NO_PROXY` has names of hosts between commas or spaces, with a port or without, which stand for everything below
 * them as well, or `*` for all.
 * Errors: `SettingsError` for a proxy that is no http or https address; the message has no password.
 */
export function readProxies(env: Readonly<Record<string, string | undefined>>): ChooseProxy | undefined {
  const encrypted = readProxy(env, 'https_proxy');
  const plain = readProxy(env, 'http_proxy');
  if (encrypted === undefined && plain === undefined) return undefined;
  const exceptions = valueOf(env, 'no_proxy')
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== '');
  return (url) => {
    if (THIS_MACHINE.test(url.hostname)) return undefined;
    if (exceptions.some((entry) => isExcepted(url, entry))) return undefined;
    return url.protocol === 'https:' ? encrypted : plain;
  };
}

function isExcepted({ hostname, port, protocol }: URL, entry: string): boolean {
  if (entry === '*') return true;
  const [, name = '', ofPort] = /^(.*?)(?::(\d+))?$/.exec(isBareIPv6(entry) ? `[${entry}]` : entry) ?? [];
  const usedPort = port === '' ? (protocol === 'https:' ? '443' : '80') : port;
  if (ofPort !== undefined && ofPort !== usedPort) return false;
  const suffix = name.replace(/^\*?\./, '');
  const host = hostname.replace(/\.$/, '');
  return suffix !== '' && (host === suffix || host.endsWith(`.${suffix}`));
}

function isBareIPv6(entry: string): boolean {
  return /^[\da-f]*:[\da-f]*:[\da-f:]*$/.test(entry);
}

function readProxy(
  env: Readonly<Record<string, string | undefined>>,
  name: 'http_proxy' | 'https_proxy',
): URL | undefined {
  const value = valueOf(env, name);
  if (value === '') return undefined;
  const text = /^[a-z][a-z\d+.-]*:\/\//i.test(value) ? value : `http://${value}`;
  const url = parseUrl(text);
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.hostname === '')
    throw new SettingsError(
      `${name.toUpperCase()} must be the address of an http proxy, like http://proxy.example.com:3128. Change it, or unset it.`,
      { setting: name.toUpperCase() },
    );
  return url;
}

function valueOf(env: Readonly<Record<string, string | undefined>>, name: string): string {
  const lower = env[name]?.trim() ?? '';
  return lower === '' ? (env[name.toUpperCase()]?.trim() ?? '') : lower;
}
