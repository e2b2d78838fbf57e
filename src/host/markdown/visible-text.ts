/** A control sequence of a terminal: colour, cursor, erase. It contains no readable text. Source: ECMA-48, 5.4. */
// oxlint-disable-next-line eslint/no-control-regex
export const CONTROL_SEQUENCE = /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]/g;

// Scripts with joined letters, in which the two joiners are part of the spelling.
const JOINING = [
  'Arab',
  'Syrc',
  'Deva',
  'Beng',
  'Guru',
  'Gujr',
  'Orya',
  'Taml',
  'Telu',
  'Knda',
  'Mlym',
  'Sinh',
]
  .map((script) => String.raw`\p{sc=${script}}`)
  .join('');

// Places where an invisible character legitimately changes the look of its neighbour.
const LEGITIMATE = [
  String.raw`[\n\t]`,
  // The variation selector for the emoji or text form of a symbol.
  String.raw`(?<=\p{Emoji})[\ufe0e\ufe0f]`,
  // Joins people to a family emoji, for example.
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})`,
  // Between a letter and its joiner there are a mark or two. Without a limit, a pile of marks would be scanned for
  // each joiner.
  String.raw`(?<=[${JOINING}]\p{M}{0,4})[\u200c\u200d]`,
  // The variant of a Chinese character in a name.
  String.raw`(?<=\p{sc=Han})[\u{e0100}-\u{e01ef}]`,
];

// Characters without a shape, or that move their neighbours: controls, default ignorable characters (bidirectional
// controls, zero-width ones, tags, variation selectors), separators, annotations and lone surrogates.
const HIDDEN = new RegExp(
  String.raw`(?!${LEGITIMATE.join('|')})[\p{Cc}\p{Cs}\p{DI}\u2028\u2029\ufff9-\ufffb]`,
  'gu',
);

/**
 * The output of a program without control sequences, and with line feeds as line ends. The contents of other escapes, a
 * title or an address, are shown.
 */
export function plainText(text: string): string {
  return text.replace(CONTROL_SEQUENCE, '').replace(/\r\n?/g, '\n');
}

/**
 * The text with everything that hides or moves text written out as `⟨U+202E⟩`, so that a person reads what is there.
 * Line feeds, tabs, emoji and the joiners of scripts that need them stay. The result contains no new Markdown.
 */
export function toVisibleText(text: string): string {
  return text.replace(HIDDEN, mark);
}

/** The name of a file on one line, with hidden characters visible. */
export function toVisibleName(name: string): string {
  return toVisibleText(name).replace(/[\n\t]/g, mark);
}

function mark(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
}
