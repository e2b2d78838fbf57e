// A control sequence of a terminal: colour, cursor, erase. It holds no words, so nothing readable goes with it.
// oxlint-disable-next-line eslint/no-control-regex
const CONTROL_SEQUENCE = /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]/g;

// Scripts that join their letters: there the two joiners are spelling.
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

// Where a character without a shape of its own changes how its neighbour looks, as people mean it to.
const AT_HOME = [
  String.raw`[\n\t]`,
  // The emoji or the text form of a symbol.
  String.raw`(?<=\p{Emoji})[\ufe0e\ufe0f]`,
  // A family is people, joined.
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})`,
  // Between a letter and its joiner are a mark or two. Without a limit a pile of marks is gone over for each joiner.
  String.raw`(?<=[${JOINING}]\p{M}{0,4})[\u200c\u200d]`,
  // The form of a Chinese character that a name is written with.
  String.raw`(?<=\p{sc=Han})[\u{e0100}-\u{e01ef}]`,
];

// What has no shape or moves its neighbours: controls, the default ignorable characters (bidirectional controls,
// zero-width ones, tags, variation selectors), separators and annotations, halves of surrogate pairs.
const HIDDEN = new RegExp(
  String.raw`(?!${AT_HOME.join('|')})[\p{Cc}\p{Cs}\p{DI}\u2028\u2029\ufff9-\ufffb]`,
  'gu',
);

/**
 * Text of a program without its control sequences and with line feeds for all line ends. What other escapes hold, a
 * title or an address, stays and is shown.
 */
export function plainText(text: string): string {
  return text.replace(CONTROL_SEQUENCE, '').replace(/\r\n?/g, '\n');
}

/**
 * The text with everything that hides or moves text written out as `⟨U+202E⟩`: what a person reads is what is there.
 * Line feeds, tabs, emoji and the joiners of scripts that need them stay. Nothing that it writes means anything in
 * Markdown.
 */
export function visibleText(text: string): string {
  return text.replace(HIDDEN, mark);
}

/** The name of a file on one line, with everything visible. */
export function visibleName(name: string): string {
  return visibleText(name).replace(/[\n\t]/g, mark);
}

function mark(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
}
