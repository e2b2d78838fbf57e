import { omitUndefined } from '../../protocol/json/omit-undefined.js';
import { explainNetworkError } from '../../runtime/explain-network-error.js';
import {
  LLMAuthError,
  LLMConnectionError,
  LLMRateLimitError,
  LLMRequestError,
  type TroupeError,
} from '../../protocol/errors.js';
import { isTooDeep } from '../../protocol/json/json-depth.js';
import { joinSentences } from '../../protocol/sentences.js';
import { isRecord, readString } from '../../protocol/json/json-shape.js';
import { WEB_PAGE } from './error-body.js';
import { type KnownRefusal, recognizeRefusal } from './refusals.js';
import { redactSecrets } from '../redact.js';
import { readRetryAfterMs, readWaitInWords } from '../retry-after.js';

// A gateway's error page may be long, but its first sentences say what matters. Units: UTF-16 units.
const MAX_MESSAGE_CHARS = 600;

interface ErrorContext {
  readonly provider: string;
  readonly baseUrl: string;
  /** Removed from every error message. */
  readonly secrets: readonly string[];
  readonly nowMs: number;
}

/**
 * Converts what `fetch` or an SDK throws to a `TroupeError`, made from its status and message alone: an SDK's error object
 * holds the request and its headers, so it is not kept as the cause. Source: SPEC E, M5.
 */
export function toLLMError(
  thrown: unknown,
  { provider, baseUrl, secrets, nowMs }: ErrorContext,
): TroupeError {
  // Redacts before anything is truncated, so that no half of a key remains, and after everything is joined.
  const hide = (text: string): string => redactSecrets(text, secrets);
  const say = (...sentences: readonly (string | undefined)[]): string => hide(joinSentences(...sentences));
  const url = hide(stripQuery(baseUrl));
  const failure = readFailure(thrown);
  const said = quote(failure, shorten(hide(failure.words)));
  const { status } = failure;
  const [code, withStatus] = status === undefined ? ['', {}] : [` (${status})`, { status }];
  const kind = classify(failure);
  switch (kind) {
    case 'auth':
      return new LLMAuthError(
        say(
          `The model server refused the API key${code}`,
          provider === 'openai'
            ? 'Check the key and what it may be used for'
            : `Check the key of the provider "${provider}" and what it may be used for`,
          said,
        ),
        withStatus,
      );
    case 'rate limit':
      return new LLMRateLimitError(
        say('The model server asked us to slow down', said),
        readWait(failure, nowMs),
      );
    case 'web page':
      return new LLMRequestError(
        say(`There is a web page at ${url}, and no model`, adviseOnAddress(url), said),
        withStatus,
      );
    case 'request':
      return new LLMRequestError(
        say(`The model server refused the request${code}`, hint(failure, url), said),
        withStatus,
      );
    case 'server':
      return new LLMConnectionError(say(`The model server at ${url} failed${code}`, said), {
        url,
        ...withStatus,
        ...readWait(failure, nowMs),
      });
    case 'network':
      return new LLMConnectionError(
        say(
          `The connection to the model server at ${url} failed: ${shorten(hide(explainNetworkError(thrown)))}`,
          'Check that the server runs, the base URL and your network',
        ),
        { url },
      );
    default: {
      const { advice, problem, contextWindow } = kind;
      return new LLMRequestError(say(`The model server refused the request${code}`, advice, said), {
        ...withStatus,
        problem,
        ...omitUndefined({ contextWindow }),
      });
    }
  }
}

interface Failure {
  readonly status: number | undefined;
  readonly headers: { get(name: string): string | null } | undefined;
  /** The server's own error code and type, for programs. */
  readonly label: string;
  readonly words: string;
  readonly body: Record<string, unknown> | undefined;
  /** Whether the server reported the error, in a response or in the middle of a stream. */
  readonly isReported: boolean;
}

function readFailure(thrown: unknown): Failure {
  const source = isRecord(thrown) ? thrown : {};
  const body = isRecord(source.error) ? source.error : undefined;
  const code = body?.code ?? source.code;
  return {
    // In the middle of a stream the HTTP status was 200; OpenRouter puts the real status into the code.
    status: readStatus(source.status) ?? readStatus(code),
    headers: source.headers instanceof Headers ? source.headers : undefined,
    label: [code, body?.type].filter((part) => typeof part === 'string').join(' '),
    words:
      readString(body?.message) ??
      readString(source.error) ??
      (body === undefined || isTooDeep(body) ? '' : JSON.stringify(body)),
    body,
    isReported:
      body !== undefined || typeof source.error === 'string' || readStatus(source.status) !== undefined,
  };
}

/** The wait that the server asks for, if it names one. */
function readWait({ headers, words }: Failure, nowMs: number): { retryAfterMs?: number } {
  const retryAfterMs =
    (headers === undefined ? undefined : readRetryAfterMs(headers, nowMs)) ?? readWaitInWords(words);
  return omitUndefined({ retryAfterMs });
}

function readStatus(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 400 && value <= 599 ? value : undefined;
}

type Kind = 'auth' | 'rate limit' | 'request' | 'web page' | 'server' | 'network' | KnownRefusal;

function classify(failure: Failure): Kind {
  const { status, label, isReported, words } = failure;
  if (!isReported) return 'network';
  if (status === 401 || status === 403) return 'auth';
  if (status === undefined && /authentication_error|permission_error|invalid_api_key/.test(label))
    return 'auth';
  if (isUnpaid(failure)) return 'request';
  // Checked before the status: some servers send such refusals with a status of 5xx, which would be retried.
  const known = recognizeRefusal(failure);
  if (known !== undefined) return known;
  // A server that says that it is overloaded asks for patience, not for another one: Anthropic, with status 529.
  if (status === 429 || status === 529 || /overloaded_error/.test(label)) return 'rate limit';
  if (status === 408 || status === 409 || (status !== undefined && status >= 500)) return 'server';
  if (label.includes(WEB_PAGE)) return 'web page';
  if (status !== undefined) return 'request';
  if (/rate_limit/i.test(label)) return 'rate limit';
  if (isWrongEndpoint(failure)) return 'request';
  return /invalid|context_length|not_found|unsupported/i.test(`${label} ${label === '' ? words : ''}`)
    ? 'request'
    : 'server';
}

/** An exhausted quota looks like a rate limit, but waiting does not help. */
function isUnpaid({ status, label }: Failure): boolean {
  return status === 402 || /insufficient_quota|billing/i.test(label);
}

function hint(failure: Failure, url: string): string {
  if (isUnpaid(failure)) return 'Check the plan and the balance of your account there, or use another model';
  if (isWrongEndpoint(failure)) return adviseOnAddress(url);
  if (failure.status !== 404) return 'Change the settings of the model, or use another one';
  return endsInVersion(url)
    ? 'Check the name of the model'
    : `Check the name of the model and the base URL: most end in /v1, this one is ${url}`;
}

/** Whether the server says that nothing exists at this path: LM Studio (with status 200), FastAPI, nginx. */
function isWrongEndpoint({ status, words }: Failure): boolean {
  return status === 405 || /unexpected endpoint or method/i.test(words);
}

function adviseOnAddress(url: string): string {
  return endsInVersion(url)
    ? `Check the base URL: it is ${url}`
    : `Check the base URL: most end in /v1, this one is ${url}`;
}

function endsInVersion(url: string): boolean {
  return /\/v\d+[a-z]*\/?$/.test(url);
}

function quote({ label }: Failure, words: string): string | undefined {
  if (label.includes(WEB_PAGE)) return words === '' ? 'It sent a web page' : `It sent a web page: ${words}`;
  return words === '' ? undefined : `It said: ${words}`;
}

function stripQuery(url: string): string {
  return url.replace(/[?#].*$/s, '');
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= MAX_MESSAGE_CHARS
    ? line
    : `${line.slice(0, MAX_MESSAGE_CHARS).replace(/[\ud800-\udbff]$/, '')}…`;
}
