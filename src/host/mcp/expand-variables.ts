import { omitUndefined } from '../../actors/protocol/json/omit-undefined.js';
import type { McpServerDefinition } from '../../actors/protocol/mcp.js';
import { findSecrets } from './find-secrets.js';

/** What the variables of a definition stand for. */
export interface VariableSources {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly workspaceFolder: string;
  readonly userHome: string;
  /** The value of `${input:id}`; `undefined` when nobody gives one. */
  readonly input: (id: string) => Promise<string | undefined>;
}

/** A definition as it is used, the secrets in it, and the variables that have no value. */
export interface ExpandedDefinition {
  readonly definition: McpServerDefinition;
  readonly secrets: readonly string[];
  /** As they are written, such as `${env:TOKEN}`. */
  readonly missing: readonly string[];
}

// `${env:NAME}`, `${input:id}`, `${workspaceFolder}`, `${userHome}`, and `${NAME}` or `${NAME:-default}`.
const VARIABLE = /\$\{(?:(env|input):([^}]+)|(workspaceFolder|userHome)|([A-Za-z_]\w*)(?::-([^}]*))?)\}/g;

/** Replaces the variables in a definition. Whatever an input or the environment gives is treated as a secret if it may be one. */
export async function expandVariables(
  definition: McpServerDefinition,
  sources: VariableSources,
): Promise<ExpandedDefinition> {
  const missing = new Set<string>();
  const inputs = new Set<string>();
  const expand = async (text: string): Promise<string> => {
    let result = '';
    let from = 0;
    for (const match of text.matchAll(VARIABLE)) {
      const value = await lookUp(match, sources);
      if (value === undefined) missing.add(match[0]);
      if (value !== undefined && match[1] !== undefined) inputs.add(value);
      result += text.slice(from, match.index) + (value ?? '');
      from = match.index + match[0].length;
    }
    return result + text.slice(from);
  };
  const expandAll = async (texts: Readonly<Record<string, string>>): Promise<Record<string, string>> => {
    const pairs: [string, string][] = [];
    for (const [name, text] of Object.entries(texts)) pairs.push([name, await expand(text)]);
    return Object.fromEntries(pairs);
  };
  const { transport } = definition;
  const expanded: McpServerDefinition = {
    ...definition,
    transport:
      transport.kind === 'stdio'
        ? {
            kind: 'stdio',
            command: await expand(transport.command),
            args: await Promise.all(transport.args.map(expand)),
            env: await expandAll(transport.env),
            ...(transport.cwd === undefined ? {} : { cwd: await expand(transport.cwd) }),
          }
        : {
            kind: transport.kind,
            url: await expand(transport.url),
            headers: await expandAll(transport.headers),
            ...(transport.oauth === undefined ? {} : { oauth: await expandAll({ ...transport.oauth }) }),
            ...omitUndefined({ allowsPlainHttp: transport.allowsPlainHttp }),
          },
  };
  return { definition: expanded, secrets: findSecrets(expanded, [...inputs]), missing: [...missing] };
}

async function lookUp(match: RegExpMatchArray, sources: VariableSources): Promise<string | undefined> {
  const [, kind, name = '', place, plain, fallback] = match;
  if (kind === 'input') return sources.input(name);
  if (kind === 'env') return sources.env[name];
  if (place === 'workspaceFolder') return sources.workspaceFolder;
  if (place === 'userHome') return sources.userHome;
  // An empty variable takes the default, as in a shell.
  return plain === undefined ? undefined : (sources.env[plain] ?? '') || fallback;
}
