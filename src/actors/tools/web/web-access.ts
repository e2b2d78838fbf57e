import type { OwnNetwork } from './address/judge-address.js';

/** What came as the answer to a request. */
export interface WebResponse {
  readonly status: number;
  /** Shape: names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** As the server sent it. Errors: those of the connection. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Ends the connection. Does nothing when it has ended. */
  close(): void;
}

/** A request for a page. */
export interface WebRequest {
  /** The only addresses to which it may go. */
  readonly addresses: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** The web, as the host reaches it. Nothing of it follows redirects, keeps cookies or signs in. */
export interface WebAccess {
  /** All addresses of a name. Errors: those of Node's `dns`; the signal's reason. */
  resolve(host: string, signal: AbortSignal): Promise<readonly string[]>;
  /** The networks that this machine is in. */
  ownNetworks(): readonly OwnNetwork[];
  /**
   * Sends a GET. Resolves when the head of the answer is there; its body has to be read to its end, or closed.
   * Errors: those of Node's `http` and `tls`; an error when the connection led to another address; the signal's reason.
   */
  open(url: URL, request: WebRequest): Promise<WebResponse>;
}
