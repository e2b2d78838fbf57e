// Weights are in sixteenths of a token, fitted to the o200k and cl100k encodings.
const UNIT = 16;

// A token holds about four letters of a word.
const LOWER = 4;

// A capital often begins a new token, as in camelCase.
const UPPER = 6;

// Up to three digits make a token, and a shorter number takes a whole one.
const DIGIT = 8;

// Half of the punctuation shares a token with its neighbour.
const PUNCTUATION = 9;

// A run of spaces, such as indentation, is one token.
const REPEATED_SPACE = 1;

// Latin letters with diacritics, Greek, Cyrillic, Hebrew, Arabic: half a token each in older encodings.
const TWO_BYTES = 9;

// Chinese, Japanese and Korean: one token each, at times two.
const THREE_BYTES = 16;

// Half of a surrogate pair; an emoji takes two to three tokens.
const SURROGATE = 20;

// No word is this long: a longer run of letters is base64 or a hash, which no vocabulary contains.
const LONGEST_WORD = 20;
const NO_WORD = 11;

/**
 * Estimates the number of tokens in a text, without a tokenizer.
 *
 * The estimate is on the high side: prose and code come out 0 to 30 % high, Chinese 0 to 50 %, other scripts up to
 * three times too high for the newest encodings; base64 and hashes are within 15 %. It is up to 30 % low for Arabic and
 * Hindi with older encodings, and for text that is mostly punctuation.
 *
 * Units: tokens, rounded up; 0 for an empty text.
 * Cost: one pass, about 200 million characters a second.
 */
export function estimateTokens(text: string): number {
  let weight = 0;
  let runLength = 0;
  let previous = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (isWordCharacter(code)) {
      runLength++;
      weight += runLength > LONGEST_WORD ? NO_WORD : weighWordCharacter(code);
    } else {
      // Base64 contains `+` and `/`, and paths have `/` between words: both halve the length of the run instead of
      // ending it.
      runLength = code === 0x2b || code === 0x2f ? runLength >> 1 : 0;
      weight += code === previous && code === 0x20 ? REPEATED_SPACE : weighOther(code);
    }
    previous = code;
  }
  return Math.ceil(weight / UNIT);
}

function isWordCharacter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || (code >= 0x30 && code <= 0x39);
}

function weighWordCharacter(code: number): number {
  if (code >= 0x61) return LOWER;
  return code >= 0x41 ? UPPER : DIGIT;
}

function weighOther(code: number): number {
  if (code === 0x20) return LOWER;
  if (code < 0x80) return PUNCTUATION;
  if (code < 0x800) return TWO_BYTES;
  return code >= 0xd800 && code <= 0xdfff ? SURROGATE : THREE_BYTES;
}
