import { isRecord, readString } from '../protocol/json/json-shape.js';

// A cause that causes itself must end somewhere.
const MAX_CAUSES = 8;

const WORDS: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', 'connection refused'],
  ['ECONNRESET', 'the connection was cut'],
  ['EPIPE', 'the connection was cut'],
  ['ERR_STREAM_PREMATURE_CLOSE', 'the connection was cut'],
  ['UND_ERR_SOCKET', 'the connection was cut'],
  ['ENOTFOUND', 'there is no host of that name'],
  ['EAI_AGAIN', 'the host name could not be looked up'],
  ['EHOSTUNREACH', 'the host cannot be reached'],
  ['ENETUNREACH', 'the network cannot be reached'],
  ['ETIMEDOUT', 'it timed out'],
  ['UND_ERR_CONNECT_TIMEOUT', 'it timed out'],
  ['UND_ERR_HEADERS_TIMEOUT', 'it timed out'],
  ['UND_ERR_BODY_TIMEOUT', 'it timed out'],
  ['CERT_HAS_EXPIRED', 'its certificate has expired'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'its certificate is not signed by anybody who is trusted'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'its certificate is for another host'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'its certificate is not signed by anybody who is trusted'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'its certificate is not signed by anybody who is trusted'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'its certificate is not signed by anybody who is trusted'],
  ['HPE_HEADER_OVERFLOW', 'its headers are too long'],
  ['Z_BUF_ERROR', 'the end of what it packed is missing'],
  ['Z_DATA_ERROR', 'what it packed cannot be unpacked'],
]);

/**
 * Why a connection failed, in words: of the first cause whose code is known, otherwise the code or the message of the
 * deepest one.
 */
export function explainNetworkError(thrown: unknown): string {
  let deepest = 'unknown reason';
  let current = thrown;
  for (let depth = 0; depth < MAX_CAUSES && isRecord(current); depth++) {
    const code = readString(current['code']);
    const known = code === undefined ? undefined : WORDS.get(code);
    if (known !== undefined) return known;
    if (code?.startsWith('HPE_') === true) return 'what it sent is not HTTP';
    if (current instanceof SyntaxError) return 'it sent something that is not JSON';
    deepest = code ?? readString(current['message']) ?? deepest;
    current = current['cause'];
  }
  return deepest;
}
