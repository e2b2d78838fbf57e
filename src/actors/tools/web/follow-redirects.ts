import { ToolExecutionError, UnaskedAddressError } from '../../protocol/errors.js';
import type { NonPublicAddress, WebTarget } from '../../protocol/web/web-target.js';
import { judgeHost, listNonPublic } from './judge-host.js';
import { parseWebUrl } from './parse-web-url.js';
import type { WebAccess, WebResponse } from './web-access.js';
import { ACCEPTED_CODINGS } from './body/decompress.js';

// A chain of more is a loop, or is made to be followed by programs.
const MAX_REDIRECTS = 5;

// A name with more addresses is made to have one of them overlooked.
const MAX_ADDRESSES = 32;

// No more than a server needs to answer in a form that can be read: it learns nothing about the person or the machine.
const HEADERS: Readonly<Record<string, string>> = {
  'user-agent': 'Troupe (coding agent)',
  accept:
    'text/markdown, text/html;q=0.9, application/xhtml+xml;q=0.9, text/plain;q=0.8, application/json;q=0.8, */*;q=0.1',
  'accept-encoding': ACCEPTED_CODINGS,
};

/** An answer that is no redirect, and where it came from. */
export interface FinalResponse {
  readonly url: URL;
  readonly response: WebResponse;
}

export interface FollowOptions {
  readonly tool: string;
  readonly web: WebAccess;
  /** The addresses of the host that a person has permitted although they are not public. */
  readonly permitted: readonly NonPublicAddress[];
  readonly signal: AbortSignal;
}

/**
 * Requests a page, and follows its redirects within its host. Each name is looked up once, its addresses are judged, and the
 * connection goes to one of them and nowhere else.
 * Errors: `UnaskedAddressError` for a redirect to another host, or from https to http, and for a name that leads to an
 * address which is not public and was not permitted; nothing is sent there. `ToolExecutionError`; those of `web`.
 */
export async function followRedirects(target: WebTarget, options: FollowOptions): Promise<FinalResponse> {
  const { tool, web, signal } = options;
  let url = new URL(target.url);
  const addresses = await findAddresses(target, options);
  for (let redirects = target.redirects; ;) {
    const response = await web.open(url, { addresses, headers: HEADERS, signal });
    const location = readLocation(response);
    if (location === undefined) return { url, response };
    response.close();
    const next = parseWebUrl(location, url);
    if ('problem' in next)
      throw new ToolExecutionError(
        `${url.host} redirects to an address that is not followed: it ${next.problem}.`,
        {
          tool,
        },
      );
    redirects += 1;
    if (redirects > MAX_REDIRECTS)
      throw new ToolExecutionError(
        `${url.host} redirects for the ${redirects}th time, and ${MAX_REDIRECTS} redirects are followed. The last one led to ${next.url.href}`,
        { tool },
      );
    const isDowngrade = url.protocol === 'https:' && next.url.protocol === 'http:';
    if (next.url.host !== url.host || isDowngrade)
      throw new UnaskedAddressError(`${url.href} redirects to ${next.url.href}.`, {
        target: { url: next.url.href, from: url.href, redirects },
      });
    url = next.url;
  }
}

/** The judged addresses of the host. Errors: `UnaskedAddressError` where one of them is not public and not permitted. */
async function findAddresses(
  target: WebTarget,
  { tool, web, permitted, signal }: FollowOptions,
): Promise<readonly string[]> {
  // What the person has permitted was looked up before, and is not looked up again: another answer may come now.
  if (permitted.length > 0) return permitted.map(({ address }) => address);
  const url = new URL(target.url);
  const own = web.ownNetworks();
  const found = judgeHost(url, own).addresses ?? (await web.resolve(url.hostname, signal));
  if (found.length === 0 || found.length > MAX_ADDRESSES)
    throw new ToolExecutionError(`${url.hostname} has ${found.length} addresses, so it was not fetched.`, {
      tool,
    });
  const nonPublic = listNonPublic(found, own);
  if (nonPublic.length === 0) return found;
  throw new UnaskedAddressError(
    `${url.hostname} has the address ${nonPublic.map(({ address, what }) => `${address}, which is ${what}`).join(', and ')}.`,
    { target: { ...target, addresses: nonPublic } },
  );
}

/** Where a response redirects to; `undefined` if it does not. */
function readLocation({ status, headers }: WebResponse): string | undefined {
  return [301, 302, 303, 307, 308].includes(status) ? headers['location'] : undefined;
}
