/** The lines of a file that are wanted; both ends are included and counted from 1. */
export interface RequestedLines {
  readonly firstLine?: number;
  readonly lastLine?: number;
}

/** What a person wants, as far as simple rules can tell. */
export type Intent =
  /** A greeting, or a question about the stand-in itself. */
  | { readonly kind: 'greet' }
  /** To change files in another way than by replacing a text, or to run programs. */
  | { readonly kind: 'change' }
  | { readonly kind: 'replace'; readonly oldText: string; readonly newText: string; readonly path: string }
  /** To see a file, or what is in a directory, `''` being the root. */
  | ({ readonly kind: 'show'; readonly path: string } & RequestedLines)
  /** To find files by their name; the query may be a glob. */
  | { readonly kind: 'findFiles'; readonly query: string }
  | SearchIntent
  /** Anything else. */
  | { readonly kind: 'question' };

/** To find lines. */
export interface SearchIntent {
  readonly kind: 'search';
  readonly query: string;
  readonly isRegex: boolean;
  /** A directory or a file; `''` is everything. */
  readonly scope: string;
  /** Whether the definition of the name is wanted before all else that is found. */
  readonly isDefinition: boolean;
}

// People say what they want first; what follows that many characters is something that they pasted.
const MAX_REQUEST_CHARS = 500;

// What its first lines say is what a project is; what follows is how to use it.
const README_LINES = 30;

const POLITE =
  /^(?:(?:hi|hello|hey|there|please|(?:can|could|would) you)(?![\w'-])[\s,!.]*)+|[\s.?!]+$|,? please$/gi;

const CHANGE =
  /^(?:add|build|change|commit|create|delete|edit|fix|implement|make|move|refactor|remove|rename|replace|rewrite|run|update|write)\b/i;

const OVERVIEW =
  /^(?:what(?:'s)?|explain|describe|summari[sz]e)\b(?:\W+(?:is|does|the|this|my|of|about|do|for|to me))*?\W+(?:project|repo|repository|code ?base|workspace)(?: do| about| for)?$/i;

const CONTENTS =
  /^(?:what(?:'s| is)|list what is) in (?:this |the |my )?(?:workspace|folder|project|repo|repository|directory)$/i;

const text = (name: string): string => String.raw`(?<${name}>"[^"]+"|'[^']+'|\`[^\`]+\`|\S+)`;

const REPLACE = new RegExp(
  `^(?:replace|change|rename) ${text('old')} (?:with|by|to) ${text('new')} in (?:the file )?${text('path')}$`,
  'i',
);

const SHOW = new RegExp(
  `^(?:show|open|read|cat|list|ls)(?: me)?(?: the)?(?:(?: all)? files in)?(?: ${text('path')})?$`,
  'i',
);

// A glob, or a name with an extension or a slash in it.
const FIND_PATH = /^(?:find|locate|where is)(?: all)?(?: the)?(?: files?)? (?<name>\S*(?:[*/]|\w\.\w)\S*)$/i;
const FIND_NAMED = new RegExp(
  `^(?:find|locate|which)(?: all)?(?: the)? files?(?: are)? (?:named|called) ${text('name')}$`,
  'i',
);

const SEARCH = new RegExp(
  String.raw`^(?:search(?: for)?|grep|look for|find)(?: all)?(?: (?:usages|uses|references) (?:of|to))? (?:\/(?<regex>.+?)\/|${text('query')})(?: in ${text('scope')})?$`,
  'i',
);
const DEFINITION = new RegExp(`^where is ${text('name')} (?:defined|declared|implemented)$`, 'i');
const USES = new RegExp(
  `^(?:who|what) (?:calls|uses) ${text('name')}$|^where is ${text('used')} (?:called|used)$`,
  'i',
);

/** What a person wants. What no rule knows is a question. */
export function readIntent(request: string): Intent {
  const wish = request.slice(0, MAX_REQUEST_CHARS).trim().replace(/\s+/g, ' ').replaceAll(POLITE, '');
  if (/^(?:|help|thanks|who are you|what can you do)$/i.test(wish)) return { kind: 'greet' };
  if (CONTENTS.test(wish)) return { kind: 'show', path: '' };
  if (OVERVIEW.test(wish)) return { kind: 'show', path: 'README.md', firstLine: 1, lastLine: README_LINES };
  const replaced = groupsOf(REPLACE, wish);
  if (replaced !== undefined) {
    const { old: oldText = '', new: newText = '', path = '' } = replaced;
    return { kind: 'replace', oldText, newText, path };
  }
  if (CHANGE.test(wish)) return { kind: 'change' };
  const shown = groupsOf(SHOW, wish);
  if (shown !== undefined) return readShow(shown['path'] ?? '');
  const named = groupsOf(FIND_PATH, wish) ?? groupsOf(FIND_NAMED, wish);
  if (named !== undefined) return { kind: 'findFiles', query: named['name'] ?? '' };
  const { name } = groupsOf(DEFINITION, wish) ?? {};
  if (name !== undefined) return search(name.replace(/\(\)$/, ''), { isDefinition: true });
  const used = groupsOf(USES, wish);
  if (used !== undefined) return search((used['name'] ?? used['used'] ?? '').replace(/\(\)$/, ''));
  const { regex, query, scope = '' } = groupsOf(SEARCH, wish) ?? {};
  const wanted = regex ?? query;
  if (wanted === undefined) return { kind: 'question' };
  return search(wanted, { isRegex: regex !== undefined, scope: scope.replace(/\/$/, '') });
}

/** Shape of a place: `path`, `path:7` or `path:10-20`. */
function readShow(place: string): Intent {
  const {
    path = place,
    from,
    to = from,
  } = /^(?<path>.+?):(?<from>\d+)(?:-(?<to>\d+))?$/.exec(place)?.groups ?? {};
  const shown = { kind: 'show', path: path === '/' || path === '.' ? '' : path.replace(/\/$/, '') } as const;
  return from === undefined ? shown : { ...shown, firstLine: Number(from), lastLine: Number(to) };
}

function search(query: string, more: Partial<SearchIntent> = {}): SearchIntent {
  return { kind: 'search', query, isRegex: false, scope: '', isDefinition: false, ...more };
}

/** The groups of a match, without the quotes around them and, for paths, without the `@` of a mention. */
function groupsOf(pattern: RegExp, wish: string): Readonly<Record<string, string | undefined>> | undefined {
  const groups = pattern.exec(wish)?.groups;
  if (groups === undefined) return undefined;
  return Object.fromEntries(
    Object.entries(groups).map(([name, value]) => {
      const bare = value?.replace(/^(["'`])(.+)\1$/, '$2');
      return [name, name === 'path' || name === 'scope' ? bare?.replace(/^@(?=.)/, '') : bare];
    }),
  );
}
