// DEL, C1 and the bidirectional controls, which JSON allows as they are and a terminal acts on; C0 it always escapes.
// oxlint-disable-next-line eslint/no-control-regex
const CONTROLS = /[\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A value as JSON on one line, without a character that a terminal acts on. */
export function toJsonLine(value: object): string {
  return JSON.stringify(value).replace(
    CONTROLS,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
