const OPENINGS = [
  'hi',
  'hello',
  'hey',
  'greetings',
  'good (?:morning|afternoon|evening)',
  'there',
  'troupe',
  'ok',
  'okay',
  'so',
  'well',
  'now',
  'and',
  'also',
  'please',
  'kindly',
  'just',
  'quickly',
  'thanks',
  'thank you',
  'for me',
  'go ahead and',
  'try to',
  'help me',
  "let(?:'s| us)",
  '(?:can|could|would|will) (?:you|we)',
  'would you mind',
  "i(?:'d| would)? (?:like|want|need|love)(?: you)? to",
];

const CLOSINGS = ['please', 'thanks', 'thank you', 'for me', 'if you can', 'will you', 'would you'];

const OPENING = new RegExp(String.raw`^(?:${OPENINGS.join('|')})(?![\w'-])[\s,:;!.-]*`, 'i');
const CLOSING = new RegExp(
  String.raw`[\s,]+(?:${CLOSINGS.join('|')})[\s.?!]*$|[\s?!]+$|(?<=[\w\`"'\])])\.$`,
  'i',
);

/** The request without greeting, "could you", "please" and final punctuation. */
export function stripPoliteness(text: string): string {
  let rest = text.trim();
  for (let before = ''; before !== rest;) {
    before = rest;
    rest = rest.replace(OPENING, '').replace(CLOSING, '');
  }
  return rest;
}
