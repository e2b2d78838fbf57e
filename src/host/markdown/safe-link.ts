import { visibleName } from './visible-text.js';

/** A link that may be followed. */
export interface SafeLink {
  /** The address in its canonical form: a name in foreign letters is in Punycode. */
  readonly href: string;
  /** Where it leads, for a person: the host, or the mailbox. */
  readonly target: string;
}

// No address that a person can judge is longer; what is longer carries something away.
const MAX_CHARS = 2_000;

// The one place where schemes are allowed. `command:`, `javascript:`, `vscode:`, `data:`, `file:` and a path alone
// are not in it.
const ALLOWED = /^(?:https?:\/\/|mailto:)/i;

/**
 * The link if it leads to the web or to a mailbox, otherwise `undefined`. Refused besides: spaces, backslashes and
 * hidden characters (browsers drop some of them before they look at the scheme), and a name or password before the
 * host, which is there to look like another host.
 */
export function safeLink(address: string): SafeLink | undefined {
  if (address.length > MAX_CHARS || !ALLOWED.test(address)) return undefined;
  if (/[\s\\]/.test(address) || visibleName(address) !== address || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (url.protocol === 'mailto:')
    return url.pathname === '' ? undefined : { href: url.href, target: url.pathname };
  if (url.username !== '' || url.password !== '') return undefined;
  return { href: url.href, target: url.host };
}
