import type { IntentRule } from './intent.js';

const ABOUT_ME =
  /^(?:help|(?:who|what) are you|what can you do|how (?:do|can) (?:i use you|you work|you help))$/i;

/** A greeting, or a question about this provider itself. */
export const readGreeting: IntentRule = (text) =>
  text === '' || ABOUT_ME.test(text) ? { kind: 'greet' } : undefined;

const PROJECT = String.raw`project|repo|repository|code ?base|workspace|program|application|app|package|library`;

const ASKS_WHAT_IT_IS = new RegExp(
  String.raw`^(?:what(?:'s| is| does| kind of| sort of)|describe|explain|summari[sz]e|introduce|tell (?:me|us) (?:what|about)|overview|summary|(?:give|show|write|make|create)(?: me| us)? (?:an? |the )?(?:short |brief |quick )?(?:overview|summary|description|introduction))\b(?<subject>.*)$`,
  'i',
);

// Words that name no part of the project.
const NO_SUBJECT = new RegExp(
  String.raw`\b(?:${PROJECT}|this|the|that|an?|my|our|of|about|is|are|it|does|do|for|all|here|thing|software|in|to|me|us|good|we have|got)\b|\W`,
  'gi',
);

// The first lines of a README say what a project is; the rest is how to use it.
const README_LINES = 30;

/** A question about the project as a whole, which its README answers. */
export const readOverview: IntentRule = (text) => {
  const subject = ASKS_WHAT_IT_IS.exec(text)?.groups?.['subject'];
  const isWhole =
    subject !== undefined &&
    new RegExp(String.raw`\b(?:this|${PROJECT})\b`, 'i').test(subject) &&
    subject.replaceAll(NO_SUBJECT, '') === '';
  return isWhole ? { kind: 'show', path: 'README.md', firstLine: 1, lastLine: README_LINES } : undefined;
};

const CHANGING_VERBS =
  `add apply append build bump change commit convert correct create delete deploy edit execute extract fix format
  generate implement improve inline insert install make migrate modify move optimise optimize port publish push refactor
  remove rename replace revert rewrite run set split start turn undo update upgrade write`.split(/\s+/);

const CHANGES = new RegExp(String.raw`^(?:${CHANGING_VERBS.join('|')})(?![\w'-])(?! sense\b)`, 'i');

/** A request to change files or to run a program. */
export const readChange: IntentRule = (text) => (CHANGES.test(text) ? { kind: 'change' } : undefined);
