import { omitUndefined } from '../protocol/json/omit-undefined.js';
import type { RetryNotice } from '../protocol/llm.js';

/** What an entry says of a retry, without its place in the thread. */
export function toNotice({ attempt, maxAttempts, waitMs, reason, model }: RetryNotice): RetryNotice {
  return { attempt, maxAttempts, waitMs, reason, ...omitUndefined({ model }) };
}
