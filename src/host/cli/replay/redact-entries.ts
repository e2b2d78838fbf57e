import { MASK, redactSecrets } from '../../../actors/llm/redact.js';
import type { ThreadEntry } from '../../../actors/protocol/thread.js';

// Keys that services give out in a form of their own: GitHub, GitLab, AWS, Google, Slack, npm, Stripe; and private keys.
const KEY_FORMS =
  /\b(?:gh[pousr]_\w{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|(?:AKIA|ASIA)[A-Z0-9]{16}|AIza[\w-]{30,}|xox[abprs]-[\w-]{10,}|npm_\w{30,}|[rs]k_(?:live|test)_\w{16,})|-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g;

// Names of environment variables whose values are nobody's business.
const SECRET_NAME = /(?:^|_)(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS?|AUTH)(?:_|$)/i;

// A shorter value is a word, such as "true", and stands in many texts.
const MIN_VALUE_LENGTH = 8;

// What stands for the folder whose name is often that of its person.
const HOME = '/home/person';

export interface RedactOptions {
  /** The keys that are known. */
  readonly secrets: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The person's home folder. */
  readonly home: string;
}

/** The entries without anything that looks like a key, and how many texts that has changed. */
export function redactEntries(
  entries: readonly ThreadEntry[],
  { secrets, env, home }: RedactOptions,
): { readonly entries: readonly ThreadEntry[]; readonly changed: number } {
  const values = Object.entries(env).flatMap(([name, value]) =>
    value !== undefined && value.length >= MIN_VALUE_LENGTH && SECRET_NAME.test(name) ? [value] : [],
  );
  const all = [...new Set([...secrets, ...values])].sort((a, b) => b.length - a.length);
  const homes = isPersonal(home) ? new RegExp(`${escape(home)}(?![\\w.-])`, 'g') : undefined;
  let changed = 0;
  const clean = (text: string): string => {
    const redacted = redactSecrets(text, all).replace(KEY_FORMS, MASK);
    if (redacted !== text) changed += 1;
    return homes === undefined ? redacted : redacted.replace(homes, HOME);
  };
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return clean(value);
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [clean(name), walk(item)]));
  };
  // What is no text stays, and so does the kind of each entry.
  return { entries: entries.map((entry) => walk(entry) as ThreadEntry), changed };
}

/** Whether the name of a home folder tells who its person is. */
function isPersonal(home: string): boolean {
  return home !== '' && home !== '/' && home !== '/root';
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
