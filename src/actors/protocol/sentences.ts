// A sentence ends with one of these, which quotes and brackets may follow; a colon leads on to what it announces.
const ENDED = /[.!?…:][)\]}"'`»”’]*$/;

/** The text with a full stop at its end, if it has no end. Words of others, which seldom have one, become a sentence. */
export function toSentence(text: string): string {
  const trimmed = text.trim();
  return trimmed === '' || ENDED.test(trimmed) ? trimmed : `${trimmed}.`;
}

/** Some sentences as one text, each with its end; those that say nothing are left out. */
export function joinSentences(...sentences: readonly (string | undefined)[]): string {
  return sentences
    .map((sentence) => toSentence(sentence ?? ''))
    .filter((sentence) => sentence !== '')
    .join(' ');
}
