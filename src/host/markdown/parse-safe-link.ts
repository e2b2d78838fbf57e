import { toVisibleName } from './visible-text.js';
import { parseUrl } from '../../actors/protocol/web/parse-url.js';

/** A link that the person may open. */
interface SafeLink {
  /** The address in canonical form: an international domain name is in Punycode. */
  readonly href: string;
  /** The target for a person: the host, or the mailbox. */
  readonly target: string;
}

// A person cannot judge a longer address, which may carry data away. Units: UTF-16 units.
const MAX_CHARS = 2_000;

// The only allowed schemes. `command:`, `javascript:`, `vscode:`, `data:`, `file:` and relative paths are refused.
const ALLOWED = /^(?:https?:\/\/|mailto:)/i;

/**
 * The link if it leads to the web or to a mailbox, otherwise `undefined`. Also refused: spaces, backslashes and hidden
 * characters (browsers drop some of them before they look at the scheme), and a user name or password, which can make
 * one host look like another.
 */
export function parseSafeLink(address: string): SafeLink | undefined {
  if (address.length > MAX_CHARS || !ALLOWED.test(address)) return undefined;
  if (/[\s\\]/.test(address) || toVisibleName(address) !== address) return undefined;
  const url = parseUrl(address);
  if (url === undefined) return undefined;
  if (url.protocol === 'mailto:')
    return url.pathname === '' ? undefined : { href: url.href, target: url.pathname };
  if (url.username !== '' || url.password !== '') return undefined;
  return { href: url.href, target: url.host };
}
