/** Words in the name of a variable or a setting whose value is a secret. */
const SECRET_NAME =
  /TOKEN|SECRET|PASSW|PASSPHRASE|CREDENTIAL|API_?KEY|ACCESS_?KEY|PRIVATE|WEBHOOK|BEARER|CONNECTION_?STRING|CONN_?STR|(?:^|[_.-])(?:KEYS?|AUTH|OAUTH|PASS|PAT|JWT|DSN|COOKIES?|SESSION|SAS|OTP|PIN|SIGNING|NETRC|ASKPASS)(?:$|[_.-])|_PWD$|HTTP_BASIC/i;

/** Values that give access by themselves. Each line: a form, and whose it is. */
const SECRET_VALUE: readonly RegExp[] = [
  // Addresses with a user and a password, or with a token as the user.
  /:\/\/[^/\s:@]*:[^/\s@]+@/,
  /:\/\/[^/\s:@]{16,}@/,
  // Well-known prefixes: GitHub, GitLab, model providers and Stripe, Slack, AWS, Google, npm, PyPI, and others.
  /\b(?:gh[pousr]_|github_pat_|glpat-|gloas-|sk-|[srp]k_(?:live|test)_|xox[abeprs]-|xapp-|A[KS]IA[A-Z0-9]{12}|AIza|ya29\.|npm_|pypi-|hf_|SG\.|dop_v1_|shp(?:at|ss)_|dckr_pat_|lin_api_|whsec_|ATATT|glsa_|NRAK-|hvs\.|tfp_|vercel_)[\w.-]{8,}/,
  // JSON Web Tokens, keys in PEM, headers.
  /\beyJ[\w-]{8,}\.[\w-]{8,}/,
  /-----BEGIN [A-Z ]*PRIVATE KEY/,
  /\b(?:bearer|basic)\s+[\w+/=.-]{8,}/i,
  // A setting within the value, as in `-Dpassword=…` and `_authToken=…`.
  /(?:token|secret|passw(?:or)?d|passphrase|api_?key|access_?key|_auth|credential)\s*["']?\s*[=:]/i,
];

/** Whether a name says that its value is a secret. */
export function hasSecretName(name: string): boolean {
  return SECRET_NAME.test(name);
}

/** Whether a text holds something that gives access by itself, in one of the usual forms. */
export function holdsSecret(text: string): boolean {
  return SECRET_VALUE.some((form) => form.test(text));
}
