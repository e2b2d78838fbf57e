/** A secret in a form in which it may lie somewhere. */
export interface SecretForm {
  readonly form: string;
  readonly text: string;
}

/** All forms in which a secret may be written: as it is, and in the encodings that programs use. */
export function formsOf(secret: string): readonly SecretForm[] {
  const bytes = Buffer.from(secret);
  const hex = bytes.toString('hex');
  const percent = [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  return [
    { form: 'plain', text: secret },
    { form: 'JSON', text: JSON.stringify(secret).slice(1, -1) },
    { form: 'JSON in JSON', text: JSON.stringify(JSON.stringify(secret)).slice(3, -3) },
    { form: 'hexadecimal', text: hex },
    { form: 'upper hexadecimal', text: hex.toUpperCase() },
    { form: 'percent', text: encodeURIComponent(secret) },
    { form: 'percent of all', text: percent },
    ...[0, 1, 2].flatMap((offset) => {
      const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
      // Without the characters that depend on what is around the secret.
      const start = Math.ceil((offset * 8) / 6);
      const part = encoded.slice(start, Math.floor(((offset + bytes.length) * 8) / 6));
      return [
        { form: `base64 at ${offset}`, text: part },
        { form: `base64url at ${offset}`, text: part.replaceAll('+', '-').replaceAll('/', '_') },
      ];
    }),
  ];
}
