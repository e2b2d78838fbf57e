// What lets a script run programs (`system`, pipes), read other files (`getline`, `ARGV`) or the environment, load code (`@load`) or call
// a function by a name that it computes (`@name()`).
const REACHES_OUT = /system|getline|ARG|ENVIRON|@|\|&|(?<!\|)\|(?!\|)/;

// `print > "file"` writes; in a condition `>` compares.
const WRITES = /\bprintf?\b[^;}]*>/;

/** Whether an awk script only computes and prints. Strings and comments count as code, so that some are refused. */
export function isHarmlessAwkScript(script: string): boolean {
  return !REACHES_OUT.test(script) && !WRITES.test(script);
}
