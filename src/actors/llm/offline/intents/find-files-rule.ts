import type { IntentRule } from './intent.js';
import { findPath } from './path-words.js';
import { unquote } from './quoted.js';
import { readRegex, readWanted, stripArticle } from './wanted.js';

/** A request for files by their name. */
export const readFindFiles: IntentRule = (text) => {
  const what = readWanted(text);
  if (what === undefined || readRegex(what) !== undefined) return undefined;
  const query = findGlob(what) ?? findExtension(what) ?? findName(what);
  return query === undefined ? undefined : { kind: 'findFiles', query };
};

function findGlob(what: string): string | undefined {
  const glob = /(?<![\w*?])[\w./@-]*[*?][\w.*?/{},@-]*/.exec(what)?.[0];
  return glob === undefined || /^[*?]+$/.test(glob) ? undefined : glob;
}

const EXTENSION_FILES =
  /^(?:all |the |every )*(?<kind>\.?\w{1,10}) files?(?: (?:here|there|in (?:this|the) (?:project|repo|repository|workspace)))?$/i;

const EXTENSIONS: ReadonlyMap<string, string> = new Map([
  ['typescript', 'ts'],
  ['javascript', 'js'],
  ['python', 'py'],
  ['rust', 'rs'],
  ['markdown', 'md'],
  ['ruby', 'rb'],
  ['golang', 'go'],
  ['yaml', 'y*ml'],
  ...`ts tsx js jsx mjs cjs json md py rs go rb java kt c h cc cpp hpp cs php css scss html xml toml yml sh sql txt svg`
    .split(' ')
    .map((extension): [string, string] => [extension, extension]),
]);

/** "All TypeScript files" are `*.ts`. */
function findExtension(what: string): string | undefined {
  const kind = EXTENSION_FILES.exec(what)?.groups?.['kind']?.toLowerCase();
  if (kind === undefined) return undefined;
  const extension = kind.startsWith('.') ? kind.slice(1) : EXTENSIONS.get(kind);
  return extension === undefined ? undefined : `*.${extension}`;
}

const NAMES: readonly RegExp[] = [
  /\b(?:files?|folders?|director(?:y|ies)|paths?)\b.*?\b(?:named|called|with the name|whose (?:name|path) (?:contains|has|is|matches)|matching)\s+(?<name>.+)$/i,
  /^(?:called|named)\s+(?<name>.+)$/i,
  /\b(?:files?|folders?|director(?:y|ies))\b (?:with|containing|having) (?<name>.+) in (?:its|their|the) (?:file|path)?names?$/i,
  /^(?:the |an? |all |every |any )*(?<name>\S+) (?:files?|folders?|director(?:y|ies))$/i,
  /^(?:the |an? )?(?:files?|folder|directory)\s+(?<name>\S+)$/i,
];

function findName(what: string): string | undefined {
  for (const pattern of NAMES) {
    const name = pattern.exec(what)?.groups?.['name'];
    if (name !== undefined) return unquote(name);
  }
  const path = findPath(what);
  return path !== undefined && stripArticle(what) === path.path ? path.path : undefined;
}
