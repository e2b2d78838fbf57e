import { fenceText } from '../../protocol/attachments.js';
import { ToolExecutionError, TroupeError } from '../../protocol/errors.js';
import { omitUndefined } from '../../protocol/json/omit-undefined.js';
import type { WebTarget } from '../../protocol/web/web-target.js';
import { orAbort } from '../../runtime/abort.js';
import type { Clock } from '../../runtime/clock.js';
import { explainNetworkError } from '../../runtime/explain-network-error.js';
import { cutText } from '../text/cut-text.js';
import { formatBytes } from '../text/format-bytes.js';
import { quoteValue } from '../text/quote-value.js';
import { isKnownCoding } from './body/decompress.js';
import { readBody } from './body/read-body.js';
import { mayBeText, readContentType, readPageText } from './body/read-page-text.js';
import { type FinalResponse, followRedirects, type FollowOptions } from './follow-redirects.js';
import { TimeLimit } from './time-limit.js';
import { UNTRUSTED } from './untrusted.js';

// Enough to see what a server says about a failure. Units: UTF-16 units.
const MAX_FAILURE_CHARS = 2_000;

/** A page that was fetched. */
export interface FetchedPage {
  /** Where it came from, behind all redirects. */
  readonly url: string;
  /** Shape: as `text/html`; `''` where the server says nothing. */
  readonly type: string;
  /** The bytes that were read, unpacked. */
  readonly bytes: number;
  readonly title?: string;
  readonly text: string;
  /** Whether there was more than is read. */
  readonly isCut: boolean;
}

/**
 * Fetches a page, within a time and a size. When this settles, no connection is left.
 * Errors: those of `followRedirects`; `ToolExecutionError`, written for the model; the signal's reason.
 */
export async function fetchPage(
  target: WebTarget,
  { clock, ...options }: FollowOptions & { readonly clock: Clock },
): Promise<FetchedPage> {
  const { tool } = options;
  const { host } = new URL(target.url);
  const limit = new TimeLimit(
    clock,
    (what) => new ToolExecutionError(`${host} was too slow: ${what}.`, { tool }),
  );
  const signal = AbortSignal.any([options.signal, limit.signal]);
  let answer: FinalResponse | undefined;
  try {
    answer = await orAbort(followRedirects(target, { ...options, signal }), signal);
    limit.extend();
    return await orAbort(readAnswer(answer, limit, { ...options, signal }), signal);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof TroupeError) throw error;
    throw new ToolExecutionError(
      `${host} could not be fetched: ${explainNetworkError(error)}.${adviseOnProxy()}`,
      {
        tool,
      },
    );
  } finally {
    limit.stop();
    answer?.response.close();
  }
}

async function readAnswer(
  { url, response }: FinalResponse,
  limit: TimeLimit,
  { tool, signal }: Pick<FollowOptions, 'tool' | 'signal'>,
): Promise<FetchedPage> {
  const { status, headers } = response;
  const fail = (problem: string): ToolExecutionError => new ToolExecutionError(problem, { tool });
  const isFailure = status < 200 || status > 299;
  const said = `${url.host} answered with status ${status}`;
  const type = readContentType(headers['content-type']);
  const coding = (headers['content-encoding'] ?? '').trim().toLowerCase();
  const isReadable = mayBeText(type) && isKnownCoding(coding);
  if (isFailure && !isReadable) throw fail(`${said}.`);
  if (!mayBeText(type))
    throw fail(
      `${url.href} is no text: its server calls it ${type.type}. Only text, HTML, JSON, XML and the like are read.`,
    );
  if (!isKnownCoding(coding))
    throw fail(`${url.href} is packed in a way that cannot be read: ${quoteValue(coding)}.`);
  const body = await readBody(response.body, coding, () => {
    limit.extend();
  });
  // What this machine does with it takes time that is not the server's.
  limit.stop();
  const page = await readPageText(body.bytes, type, url, signal);
  if (isFailure) {
    const words = cutText(page?.text.trim() ?? '', MAX_FAILURE_CHARS);
    throw fail(words === '' ? `${said}.` : `${said}. ${UNTRUSTED}\n${fenceText(words)}`);
  }
  if (page === undefined)
    throw fail(
      `${url.href} is binary (${formatBytes(body.bytes.length)}), though its server calls it ${type.type === '' ? 'nothing' : type.type}.`,
    );
  return {
    url: url.href,
    type: type.type,
    bytes: body.bytes.length,
    ...omitUndefined({ title: page.title }),
    text: page.text,
    isCut: body.isCut || page.isCut,
  };
}

/** What may be the reason of a failure where others reach the web through a proxy. */
function adviseOnProxy(): string {
  const { env } = process;
  const hasProxy = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy'].some(
    (name) => (env[name] ?? '') !== '',
  );
  return hasProxy ? ' A proxy is set in the environment, and this tool goes through none.' : '';
}
