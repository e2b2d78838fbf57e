/** The host of an address that may be opened: one with https, or of this machine. `undefined` for any other. */
export function hostOfPage(page: string): string | undefined {
  if (!URL.canParse(page)) return undefined;
  const { protocol, hostname, host } = new URL(page);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return protocol === 'https:' || (protocol === 'http:' && isLocal) ? host : undefined;
}
