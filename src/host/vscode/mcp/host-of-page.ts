import { parseUrl } from '../../../actors/protocol/web/parse-url.js';

/** The host of an address that may be opened: one with https, or of this machine. `undefined` for any other. */
export function hostOfPage(page: string): string | undefined {
  const url = parseUrl(page);
  if (url === undefined) return undefined;
  const { protocol, hostname, host } = url;
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return protocol === 'https:' || (protocol === 'http:' && isLocal) ? host : undefined;
}
