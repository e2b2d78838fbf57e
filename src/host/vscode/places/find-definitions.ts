import type { GrepMatch } from '../../../actors/protocol/workspace.js';
import type { Workspace } from '../../workspace.js';

/** A line that defines a symbol. */
export type Definition = Pick<GrepMatch, 'root' | 'path' | 'line' | 'column' | 'text'>;

// More than a person looks through in a list.
const MAX_MATCHES = 100;

// What stands before a name that a line defines, in the languages that people use most.
const KEYWORDS =
  'class|interface|type|enum|const|let|var|val|def|fn|func|fun|function|struct|trait|module|namespace|record|object|protocol|mod|union|macro';

// What a line that only uses a function may begin with.
const STATEMENTS =
  'if|else|elif|while|for|return|switch|match|await|throw|new|catch|case|do|yield|unless|until|with';

/**
 * A regular expression for lines that define `name`: a keyword and the name, or a function with its body behind it.
 * It knows no language, so it may also match a line that does not.
 * Shape: the syntax of content searches. `name` is an identifier.
 */
export function definitionPattern(name: string): string {
  const escaped = name.replaceAll('$', String.raw`\$`);
  const end = String.raw`(?![\w$])`;
  const declared = String.raw`(?<![\w$.])(?:${KEYWORDS})\s*\*?\s+(?:\([^()]*\)\s*)?#?${escaped}${end}`;
  const method = String.raw`^(?!\s*(?:${STATEMENTS})\b)[\w\s<>\[\],*&:#?|]*(?<![\w$])${escaped}\s*(?:<[^<>]*>)?\s*\(.*\)[^()=]*\{\s*$`;
  return `${declared}|${method}`;
}

/**
 * The lines of the workspace that seem to define a symbol; of `Cart.total` those in files that seem to define `Cart`, if
 * there are any. Errors: those of `Workspace.grep`.
 */
export async function findDefinitions(
  symbol: string,
  workspace: Pick<Workspace, 'grep'>,
): Promise<readonly Definition[]> {
  const [name = '', container] = symbol.split('.').reverse();
  const found = await grep(definitionPattern(name), workspace);
  if (container === undefined || found.length < 2) return found;
  const containers = await grep(definitionPattern(container), workspace);
  const files = new Set(containers.map(({ root, path }) => `${root} ${path}`));
  const inside = found.filter(({ root, path }) => files.has(`${root} ${path}`));
  return inside.length > 0 ? inside : found;
}

async function grep(pattern: string, workspace: Pick<Workspace, 'grep'>): Promise<readonly Definition[]> {
  const found: Definition[] = [];
  for await (const { matches } of await workspace.grep({ pattern, isRegex: true, maxMatches: MAX_MATCHES }))
    for (const item of matches) found.push(item);
  return found;
}
