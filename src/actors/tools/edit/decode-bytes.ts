import iconv from 'iconv-lite';

/** The text that bytes without a BOM stand for. `encoding` is one that `detectEncoding` names. */
export function decodeBytes(bytes: Uint8Array, encoding: string): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (encoding === 'utf-8') return buffer.toString('utf8');
  if (encoding === 'utf-16le') return buffer.toString('utf16le');
  if (encoding === 'utf-16be') return Buffer.from(buffer).swap16().toString('utf16le');
  return iconv.decode(buffer, encoding, { stripBOM: false });
}
