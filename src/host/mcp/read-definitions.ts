import { isRecord, readArray, readString } from '../../actors/protocol/json/json-shape.js';
import { omitUndefined } from '../../actors/protocol/json/omit-undefined.js';
import { findJsonProblem } from './find-json-problem.js';
import type { McpClientIdentity, McpServerDefinition, McpTransport } from '../../actors/protocol/mcp.js';
import { parseUrl } from '../../actors/protocol/web/parse-url.js';

/** A value that a file asks the person for, as `${input:id}`. */
export interface McpInput {
  readonly id: string;
  readonly description: string;
  readonly isPassword: boolean;
  /** What can be chosen. Default: any text. */
  readonly options?: readonly string[];
  /** What it is unless the person says otherwise. Default: nothing. */
  readonly value?: string;
}

/** What a file of servers says. */
export interface McpFileContent {
  readonly servers: readonly McpServerDefinition[];
  readonly inputs: readonly McpInput[];
  /** What could not be read, as sentences. The rest is used. */
  readonly problems: readonly string[];
}

// Rules and the names of tools contain it: 22 characters of 64 are left for the tool.
const SERVER_NAME = /^[a-zA-Z0-9_-]{1,40}$/;

/**
 * Reads the content of an `mcp.json`, in the form of VS Code (`servers`, `inputs`) or of the others (`mcpServers`).
 * Comments and commas at the end are allowed, as editors write them. Never throws.
 */
export function readDefinitions(text: string): McpFileContent {
  const plain = stripComments(text);
  const line = findJsonProblem(plain);
  if (line !== undefined) return { servers: [], inputs: [], problems: [`It is not JSON: see line ${line}.`] };
  const content: unknown = JSON.parse(plain);
  if (!isRecord(content)) return { servers: [], inputs: [], problems: ['It is not a JSON object.'] };
  const problems: string[] = [];
  const servers: McpServerDefinition[] = [];
  const named = { ...asRecord(content['servers']), ...asRecord(content['mcpServers']) };
  for (const [name, raw] of Object.entries(named)) {
    if (isRecord(raw) && raw['disabled'] === true) continue;
    const server = readServer(name, raw);
    if (typeof server === 'string') problems.push(`The server ${JSON.stringify(name)} ${server}.`);
    else servers.push(server);
  }
  return { servers, inputs: readArray(content['inputs']).flatMap(readInput), problems };
}

function readServer(name: string, raw: unknown): McpServerDefinition | string {
  if (!SERVER_NAME.test(name) || name.includes('__'))
    return 'needs a name of 1 to 40 letters, digits, "_" or "-", without "__"';
  if (!isRecord(raw)) return 'is not an object';
  const transport = readTransport(raw);
  if (typeof transport === 'string') return transport;
  const { timeout, sandbox } = raw;
  return {
    name,
    transport,
    ...(typeof timeout === 'number' && timeout > 0 ? { timeoutMs: timeout } : {}),
    ...(sandbox === true || isRecord(sandbox)
      ? { sandbox: { network: isRecord(sandbox) && sandbox['network'] === true } }
      : {}),
  };
}

function readTransport(raw: Record<string, unknown>): McpTransport | string {
  const type = readString(raw['type'])?.toLowerCase();
  const command = readString(raw['command']);
  const url = readString(raw['url']) ?? readString(raw['serverUrl']);
  if (raw['envFile'] !== undefined)
    return 'has an "envFile", which is not supported: use "env" with "${env:NAME}"';
  if (command !== undefined && type !== 'http' && type !== 'sse') {
    const args = readArray(raw['args']);
    const env = readStrings(raw['env']);
    if (command === '' || !args.every((arg) => typeof arg === 'string') || env === undefined)
      return 'needs a "command", "args" that are texts, and "env" with texts';
    const cwd = readString(raw['cwd']);
    return { kind: 'stdio', command, args, env, ...omitUndefined({ cwd }) };
  }
  if (url === undefined) return 'has neither a "command" nor a "url"';
  if (!isHttpAddress(url)) return 'has a "url" that is no address of http or https';
  const headers = readStrings(raw['headers']);
  if (headers === undefined) return 'has "headers" that are not texts';
  const oauth = readIdentity(raw['oauth']);
  if (typeof oauth === 'string') return oauth;
  return {
    kind: type === 'sse' ? 'sse' : 'http',
    url,
    headers,
    ...omitUndefined({ oauth }),
    ...(raw['allowPlainHttp'] === true ? { allowsPlainHttp: true } : {}),
  };
}

/** Whether a text is an address, as far as one can say before its variables have values. */
function isHttpAddress(url: string): boolean {
  if (url.includes('${')) return true;
  return ['http:', 'https:'].includes(parseUrl(url)?.protocol ?? '');
}

function readIdentity(raw: unknown): McpClientIdentity | string | undefined {
  if (raw === undefined) return undefined;
  const texts = readStrings(raw);
  if (texts === undefined) return 'has an "oauth" that is not an object with texts';
  const { clientId: id, clientSecret: secret, clientMetadataUrl: metadataUrl } = texts;
  return omitUndefined({ id, secret, metadataUrl });
}

function readStrings(raw: unknown): Readonly<Record<string, string>> | undefined {
  if (raw === undefined || raw === null) return {};
  if (!isRecord(raw)) return undefined;
  const entries = Object.entries(raw).filter(([, value]) => value !== null);
  if (!entries.every(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))) return undefined;
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}

function readInput(raw: unknown): readonly McpInput[] {
  const id = isRecord(raw) ? readString(raw['id']) : undefined;
  if (id === undefined || !isRecord(raw)) return [];
  const options = readArray(raw['options']).flatMap((option) =>
    typeof option === 'string' ? [option] : (isRecord(option) && readString(option['value'])) || [],
  );
  const value = readString(raw['default']);
  return [
    {
      id,
      description: readString(raw['description']) ?? id,
      isPassword: raw['password'] === true,
      ...(options.length === 0 ? {} : { options }),
      ...omitUndefined({ value }),
    },
  ];
}

function asRecord(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

/** JSON without comments and without commas before a closing bracket; what stands in strings stays. */
function stripComments(text: string): string {
  return text
    .replace(/^\uFEFF/, '')
    .replaceAll(
      /("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[^]*?\*\//g,
      // Lines stay where they are, so that a problem can be found.
      (comment, string: string | undefined) => string ?? ` ${comment.replaceAll(/[^\n]+/g, '')}`,
    )
    .replaceAll(/("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])/g, (_, string: string | undefined) => string ?? '');
}
