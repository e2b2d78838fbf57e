import { holdsSecret } from '../../node/sandbox/environment/looks-secret.js';

// More letters and digits in a row than a name has, both among them: a key of a provider without a known prefix.
const RANDOM = /(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z\d]{24,}/;

// Prefixes that only providers of models use.
const PREFIX = /^(?:xai-|gsk_|pplx-|r8_|fw_|csk-|nvapi-|tgp_|AIza|Bearer\b)/i;

/** Whether a text that was typed for something else is likely an API key. */
export function looksLikeKey(text: string): boolean {
  return PREFIX.test(text) || holdsSecret(text) || RANDOM.test(text);
}
