import { quoteValue } from '../text/quote-value.js';
import { parseUrl } from '../../protocol/web/parse-url.js';

// Browsers and servers take this much. A longer address holds data rather than names a page, and nobody reads it before an
// answer. Units: UTF-16 units.
const MAX_URL_CHARS = 2_000;

/**
 * The address of a page as it is sent: without a fragment, and without the dot that may end the name of a host. Or why it
 * cannot be fetched, continuing the name of what holds it: `must be ...`.
 */
export function parseWebUrl(text: string, base?: URL): { readonly url: URL } | { readonly problem: string } {
  const given = quoteValue(text);
  const url = parseUrl(text.trim(), base);
  if (url === undefined)
    return { problem: `must be a whole address such as "https://example.com/docs", got ${given}` };
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return { problem: `must begin with https:// or http://, got ${given}` };
  if (url.username !== '' || url.password !== '')
    return { problem: 'must have no user name and no password in it: nothing is signed in to' };
  url.hash = '';
  const host = url.hostname.replace(/\.$/, '');
  if (host !== url.hostname) url.hostname = host;
  if (url.hostname === '') return { problem: `must name a host, got ${given}` };
  if (url.href.length > MAX_URL_CHARS)
    return { problem: `must have ${MAX_URL_CHARS} characters at most, got ${url.href.length}` };
  return { url };
}
