/**
 * Whether a rule about `pattern` is about `host`. Shape: both as `URL` writes them, with the port where it is not the usual
 * one; `*.example.com` is every host below `example.com`.
 */
export function matchesHost(pattern: string, host: string): boolean {
  const wanted = pattern.toLowerCase();
  if (!wanted.startsWith('*.')) return wanted === host;
  const below = wanted.slice(1);
  // `*.` alone names no host.
  return below.length > 1 && host.length > below.length && host.endsWith(below);
}
