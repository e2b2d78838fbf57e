import type { Intent, IntentRule, SearchIntent } from './intent.js';
import { isQuoted, unquote } from './quoted.js';
import { readRegex, readWanted, stripArticle } from './wanted.js';

const DEFINED: readonly RegExp[] = [
  /^(?:the )?(?<name>\S+) (?:defined|declared|implemented|exported)$/i,
  /^(?:the )?(?:definition|declaration|implementation) of (?:the )?(?<name>\S+)$/i,
];
const USED = /^(?<name>\S+) (?:used|called|referenced|imported|mentioned|invoked)$/i;
const KIND_OF_HIT =
  /^(?:all |any |every |each |the |an? )*(?:(?:occurrences?|usages?|uses?|references?|mentions?|instances?|calls?|callers?|imports?|lines?|places?)(?: (?:of|to|with|containing|where|that (?:contain|mention|use)))?\s+)?(?:the )?(?:(?:text|string|word|phrase|term|function|method|class|type|interface|variable|constant|symbol|component|identifier|name)s?\s+)?/i;

// More words are a description; fewer may occur literally in a file.
const MAX_SEARCHED_WORDS = 3;

/** A request for lines by what is in them. */
export const readSearch: IntentRule = (text) => {
  const what = readWanted(text);
  if (what === undefined) return undefined;
  const { rest, scope } = splitScope(what);
  const source = readRegex(rest);
  if (source !== undefined) return search(source, { isRegex: true, scope });
  for (const pattern of DEFINED) {
    const name = unquoteMatch(pattern, rest, 'name');
    if (name !== undefined) return search(name, { scope, wants: 'definition' });
  }
  const used = unquoteMatch(USED, rest, 'name');
  if (used !== undefined) return search(used, { scope });
  const bare = stripArticle(rest.replace(KIND_OF_HIT, ''));
  if (bare === '') return undefined;
  if (isQuoted(bare)) return search(unquote(bare), { scope });
  // A place described in words is a question; the place of a name is a search.
  const isWhere = /^where\b/i.test(text);
  if (isWhere || bare.split(' ').length > MAX_SEARCHED_WORDS)
    return isName(bare) ? search(bare, { scope, wants: 'definition' }) : undefined;
  return search(bare, { scope });
};

const USERS =
  /^(?:who|what|which (?:files?|functions?|tests?|modules?)|where do we) (?:calls?|uses?|imports?|references?|mentions?|contains?|invokes?) (?:the )?(?<name>\S+)$/i;

/** "Who calls foo", "what uses Bar", "which files mention baz". */
export const readUses: IntentRule = (text) => {
  const name = unquoteMatch(USERS, text, 'name');
  return name === undefined ? undefined : search(name);
};

const ABOUT_NAME =
  /^(?:what (?:does|is|are)|explain|describe|how does|tell me about) (?:the )?(?:function |method |class |type |interface |constant )?(?<name>\S+?)(?: do| work| mean| for| stand for)?$/i;

/** "What does callModel do": its definition is the best answer. */
export const readAboutName: IntentRule = (text) => {
  const name = ABOUT_NAME.exec(text)?.groups?.['name'];
  return name !== undefined && (isQuoted(name) ? isName(unquote(name)) : IDENTIFIER.test(name))
    ? search(unquote(name), { wants: 'definition' })
    : undefined;
};

function search(query: string, more: Partial<SearchIntent> = {}): Intent {
  // "callModel()" is searched without its brackets, because calls have arguments, and "TODOs" as TODO.
  const name = more.isRegex === true ? query : query.replace(/\(\)$/, '').replace(/(?<=^[A-Z]{3,})s$/, '');
  return { kind: 'search', query: name, isRegex: false, scope: '', wants: 'all', ...more };
}

const IN = String.raw`^(?<rest>.+?)\s+(?:in|under|inside|within|below)\s+(?:the\s+)?`;
const IN_PATH = new RegExp(
  IN +
    String.raw`(?:(?:files?|folder|directory|dir)\s+)?(?<scope>[\`'"][^\`'"]+[\`'"]|\S*[./]\S*)(?:\s+(?:files?|folder|directory|dir))?$`,
  'i',
);
const IN_FOLDER = new RegExp(IN + String.raw`(?<scope>[\w@-]+)\s+(?:folder|directory|dir)$`, 'i');

/** What to search for, and where: "foo in src/actors", "foo in the test folder". */
function splitScope(what: string): { rest: string; scope: string } {
  const { rest = what, scope = '' } = (IN_PATH.exec(what) ?? IN_FOLDER.exec(what))?.groups ?? {};
  return { rest, scope: unquote(scope).replace(/\/$/, '') };
}

function unquoteMatch(pattern: RegExp, text: string, group: string): string | undefined {
  const found = pattern.exec(text)?.groups?.[group];
  return found === undefined ? undefined : unquote(found);
}

const IDENTIFIER = /^[\w$-]*(?:[a-z\d][A-Z]|_|[a-z]-[a-z])[\w$-]*(?:\(\))?$/;

/** Whether a word looks like a name in code; a capital letter is enough. */
function isName(text: string): boolean {
  return IDENTIFIER.test(text) || /^[A-Z]\w+$|^\w+\(\)$/.test(text);
}
