import { unquote } from './quoted.js';

// What opens a request to find something.
const FINDS =
  /^(?:find|locate|look (?:for|up)|search(?: (?:through|in|the|all|files|code|codebase|project|everything))*(?: for)?|grep(?: for)?|list|show(?: me)?|give me|where(?:'s| is| are)|(?:which|what) files?(?: are| is)?)\s+(?<what>.+)$/i;

// "Find out how", "find the code that": what follows is a question.
const ASKS =
  /^(?:out|how|where|why|what|whether|when|who)\b|^(?:the |an? |all )?(?:\w+ )?(?:code|places?|parts?|spot|logic) (?:that|which|where|for|of)\b/i;

/** What is to be found, when a request is to find something; `undefined` when it is a question all the same. */
export function readWanted(text: string): string | undefined {
  const what = FINDS.exec(text)?.groups?.['what'];
  return what === undefined || ASKS.test(what) ? undefined : what;
}

/** The text without the article before it. */
export function stripArticle(text: string): string {
  return text.replace(/^(?:the|an?|my|our)\s+/i, '');
}

const REGEX = /^(?:(?:the )?(?:regex|regexp|regular expression|pattern)\s+)?\/(?<source>.+)\/[gimsu]*$/i;
const NAMED_REGEX = /^(?:the )?(?:regex|regexp|regular expression|pattern)\s+(?<source>.+)$/i;

/** The source of the regular expression that a text is: "/a.*b/", "the regex a.*b". */
export function readRegex(text: string): string | undefined {
  const source = (REGEX.exec(text) ?? NAMED_REGEX.exec(text))?.groups?.['source'];
  return source === undefined ? undefined : unquote(source);
}
