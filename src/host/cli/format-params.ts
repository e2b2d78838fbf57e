/** The parameters of a call on one line. */
export function formatParams(params: unknown): string {
  if (typeof params !== 'object' || params === null) return String(params);
  return Object.entries(params)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
    .join(' ');
}
