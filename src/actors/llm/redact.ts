// Replaces each secret.
export const MASK = '[key removed]';

// A shorter key is a placeholder for a server that needs none; redacting it would damage ordinary words.
const MIN_SECRET_LENGTH = 4;

// The keys of OpenAI, Anthropic, OpenRouter and DeepSeek, also partly masked with asterisks, as servers echo them.
const KEY_LIKE = /\bsk-[\w*.-]{6,}/g;

// A token in an HTTP header; the minimum of 12 characters leaves "Bearer token required" readable.
const BEARER = /\bBearer\s+[^\s"',;]{12,}/gi;

// The user and password of a URL.
const USERINFO = /(?<=\b[a-z][a-z0-9+.-]*:\/\/)[^/\s@"']+@/gi;

/**
 * The text without the given secrets, plain, JSON-escaped, URL-encoded, in base64 or in hexadecimal, and without anything that looks like a
 * key, a bearer token or the credentials of a URL. Source: SPEC M5.
 */
export function redactSecrets(text: string, secrets: readonly string[]): string {
  let clean = text;
  for (const secret of secrets) {
    if (secret.length < MIN_SECRET_LENGTH) continue;
    for (const form of formsOf(secret)) clean = clean.replaceAll(form, MASK);
  }
  return clean.replace(KEY_LIKE, MASK).replace(BEARER, `Bearer ${MASK}`).replace(USERINFO, '');
}

// A cause that causes itself must end somewhere.
const MAX_CAUSES = 8;

/**
 * A copy of what was thrown that is safe to keep as a cause: name, message, stack and causes, redacted, and nothing else.
 */
export function redactCause(thrown: unknown, secrets: readonly string[], depth = 0): Error {
  const original = thrown instanceof Error ? thrown : new Error(String(thrown));
  const hasCause = original.cause !== undefined && depth < MAX_CAUSES;
  const copy = new Error(
    redactSecrets(original.message, secrets),
    hasCause ? { cause: redactCause(original.cause, secrets, depth + 1) } : undefined,
  );
  copy.name = original.name;
  if (original.stack !== undefined) copy.stack = redactSecrets(original.stack, secrets);
  return copy;
}

// A shorter part of an encoded key occurs in ordinary text.
const MIN_ENCODED_LENGTH = 8;

/** The forms in which a secret may stand in a text: plain, escaped and encoded. */
export function formsOf(secret: string): ReadonlySet<string> {
  const bytes = Buffer.from(secret);
  // The conversion to bytes and back replaces lone surrogates, for which `encodeURIComponent` throws.
  const urlEncoded = encodeURIComponent(bytes.toString());
  const hex = bytes.toString('hex');
  const encoded = [hex, hex.toUpperCase(), ...[0, 1, 2].flatMap((offset) => base64At(bytes, offset))];
  // Some programs encode each character of a URL's part.
  const percent = [hex, hex.toUpperCase()].map((digits) => digits.replace(/../g, '%$&'));
  return new Set([
    secret,
    JSON.stringify(secret).slice(1, -1),
    // A body that is quoted in another one.
    JSON.stringify(JSON.stringify(secret)).slice(3, -3),
    urlEncoded,
    ...percent,
    ...encoded.filter((form) => form.length >= MIN_ENCODED_LENGTH),
  ]);
}

/**
 * What base64, of both alphabets, makes of bytes that follow `offset` others, modulo 3: without the characters that depend
 * on what is around them.
 */
function base64At(bytes: Buffer, offset: number): readonly string[] {
  const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
  const first = Math.ceil((offset * 8) / 6);
  const end = Math.floor(((offset + bytes.length) * 8) / 6);
  const part = text.slice(first, end);
  return [part, part.replaceAll('+', '-').replaceAll('/', '_')];
}
