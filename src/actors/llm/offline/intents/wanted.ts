import { unquote } from './quoted.js';

// How a request to find something begins.
const FINDS =
  /^(?:find|locate|look (?:for|up)|search(?: (?:through|in|the|all|files|code|codebase|project|everything))*(?: for)?|grep(?: for)?|list|show(?: me)?|give me|where(?:'s| is| are)|(?:which|what) files?(?: are| is)?)\s+(?<what>.+)$/i;

// After "find out how" or "find the code that" comes a question.
const ASKS =
  /^(?:out|how|where|why|what|whether|when|who)\b|^(?:the |an? |all )?(?:\w+ )?(?:code|places?|parts?|spot|logic) (?:that|which|where|for|of)\b/i;

/** What a request asks to find; `undefined` when it is a question. */
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

/** The regular expression in a text, as source: "/a.*b/", "the regex a.*b". */
export function readRegex(text: string): string | undefined {
  const source = (REGEX.exec(text) ?? NAMED_REGEX.exec(text))?.groups?.['source'];
  return source === undefined ? undefined : unquote(source);
}
