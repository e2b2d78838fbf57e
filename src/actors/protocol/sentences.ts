// The end of a sentence, which quotes and brackets may follow; a colon introduces the text after it.
const ENDED = /[.!?…:][)\]}"'`»”’]*$/;

/** The text with a full stop at its end, unless it ends like a sentence. Messages of other programs often do not. */
export function toSentence(text: string): string {
  const trimmed = text.trim();
  return trimmed === '' || ENDED.test(trimmed) ? trimmed : `${trimmed}.`;
}

/** Joins texts into one, each ended like a sentence. Empty ones are skipped. */
export function joinSentences(...sentences: readonly (string | undefined)[]): string {
  return sentences
    .map((sentence) => toSentence(sentence ?? ''))
    .filter((sentence) => sentence !== '')
    .join(' ');
}
