/** An address of a host that is not for everybody, with what it is, as a phrase: `this machine itself`. */
export interface NonPublicAddress {
  /** Shape: as the system writes it, `127.0.0.1` or `::1`. */
  readonly address: string;
  readonly what: string;
}

/** An address of the web to which a call came, and that nobody was asked about. Source: SPEC A5. */
export interface WebTarget {
  /** Shape: as `URL` writes it. */
  readonly url: string;
  /** The address that redirects to it. Absent: the call names it. */
  readonly from?: string;
  /** How many redirects led to it. */
  readonly redirects: number;
  /** All addresses of its host, none of which is public. Absent: the name of its host was not looked up yet. */
  readonly addresses?: readonly NonPublicAddress[];
}
