// Controls other than line feeds and tabs, and everything that has no shape or moves its neighbours: zero-width and
// bidirectional characters, tags, variation selectors, private and unpaired code points. A person who looks at the text
// sees none of them, and a model reads what is written in them.
// oxlint-disable-next-line eslint/no-control-regex
const HIDDEN = /[\0-\u0008\u000b-\u001f\u007f-\u009f\p{Cf}\p{Co}\p{Cs}\p{DI}\u2028\u2029]/gu;

// Looking for anything else takes a tenth of the time.
const ODD = /[^\n\t -~]/;

/** The text without characters that a person cannot see, and with line feeds as line ends. Shape: of whole characters. */
export function stripHidden(text: string): string {
  return ODD.test(text) ? text.replace(/\r\n?/g, '\n').replace(HIDDEN, '') : text;
}
