// Names that resolvers of private networks answer for, by RFC 6761, 6762, 8375, 9476 and ICANN's reservation of `internal`;
// the others are those that routers and companies use most.
const PRIVATE_SUFFIX =
  /\.(?:localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa|test|alt|onion)$/;

/** Whether the name of a host is one that only private networks have. Shape: as `URL` writes it, without a dot at the end. */
export function isPrivateName(host: string): boolean {
  return !host.includes('.') || PRIVATE_SUFFIX.test(host);
}
