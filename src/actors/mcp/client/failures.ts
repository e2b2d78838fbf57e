import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';

const INVALID = 'The server sent an answer that does not follow the protocol.';

/** Why a request failed, as a sentence. It may quote the server, secrets included. */
export function describeFailure(thrown: unknown): string {
  if (thrown instanceof SdkHttpError) {
    if (thrown.status === 401 || thrown.status === 403)
      return `The server refused the credentials (HTTP ${thrown.status}): sign in again, or correct "headers" of its definition.`;
    return `The server answered with HTTP ${thrown.status ?? 'without a status'}.`;
  }
  if (thrown instanceof SdkError) {
    if (thrown.code === SdkErrorCode.RequestTimeout) return 'The server did not answer in time.';
    if (thrown.code === SdkErrorCode.ConnectionClosed || thrown.code === SdkErrorCode.NotConnected)
      return 'The connection to the server was closed.';
    if (thrown.code === SdkErrorCode.InvalidResult) return INVALID;
  }
  // What the client's schemas find fills pages, and says nothing that anybody could act on.
  if (thrown instanceof Error && thrown.name.endsWith('ZodError')) return INVALID;
  if (thrown instanceof ProtocolError) return `The server answered with an error: ${thrown.message}`;
  if (!(thrown instanceof Error)) return String(thrown);
  if (/^Version negotiation failed: the (?:connection|transport) (?:was )?closed/.test(thrown.message))
    return 'It ended, or closed the connection, when it was asked which protocol it speaks.';
  const { cause } = thrown;
  return cause instanceof Error && cause.message !== ''
    ? `${thrown.message}: ${cause.message}`
    : thrown.message;
}

/** Whether a server of the older transport could have answered like this. Source: MCP 2025-11-25, Transports. */
export function mayBeOldServer(thrown: unknown): boolean {
  const status = thrown instanceof SdkHttpError ? thrown.status : undefined;
  return status === 400 || status === 404 || status === 405;
}

/** Whether the server does not know the session, as after its own restart. Source: MCP 2025-11-25, Transports. */
export function isForgotten(thrown: unknown): boolean {
  return thrown instanceof SdkHttpError && thrown.status === 404;
}
