import type { NonPublicAddress } from '../../protocol/web/web-target.js';
import { judgeAddress, type OwnNetwork } from './address/judge-address.js';
import { isPrivateName } from './address/is-private-name.js';
import { parseAddress } from './address/parse-address.js';

// Names below `localhost` are this machine's, whatever a resolver says. Source: RFC 6761, 6.3.
const LOCALHOST = /^(?:.+\.)?localhost$/;
const LOOPBACK: readonly string[] = ['127.0.0.1', '::1'];

/** What is known of the host of an address before its name is looked up. */
export interface HostFacts {
  /** Its addresses, where the name itself says them. */
  readonly addresses?: readonly string[];
  /** Those of them that are not public. */
  readonly nonPublic: readonly NonPublicAddress[];
  /** Whether the name is one that only private networks have. */
  readonly isPrivateName: boolean;
}

/** What the address itself says about its host; nothing is looked up, because that would send the name away. */
export function judgeHost({ hostname }: URL, own: readonly OwnNetwork[]): HostFacts {
  const written = hostname.replace(/^\[(.*)\]$/, '$1');
  const addresses = LOCALHOST.test(hostname)
    ? LOOPBACK
    : parseAddress(written) === undefined
      ? undefined
      : [written];
  if (addresses === undefined) return { nonPublic: [], isPrivateName: isPrivateName(hostname) };
  return { addresses, nonPublic: listNonPublic(addresses, own), isPrivateName: false };
}

/** The addresses that are not public, each with what it is. */
export function listNonPublic(
  addresses: readonly string[],
  own: readonly OwnNetwork[],
): readonly NonPublicAddress[] {
  return addresses.flatMap((address) => {
    const what = judgeAddress(address, own);
    return what === undefined ? [] : [{ address, what }];
  });
}
