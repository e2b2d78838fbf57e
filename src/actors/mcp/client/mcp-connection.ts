import { type Client, type StandardSchemaV1, UnauthorizedError } from '@modelcontextprotocol/client';
import { isTooDeep } from '../../protocol/json/json-depth.js';
import { isRecord, readArray, readString } from '../../protocol/json/json-shape.js';
import { omitUndefined } from '../../protocol/json/omit-undefined.js';
import type { McpToolInfo } from '../../protocol/mcp.js';
import { isForgotten } from './failures.js';
import { hasValidHeaders } from '../has-valid-headers.js';
import { measureValue } from '../measure-value.js';

// A listing is answered from memory. Units: milliseconds.
const LIST_TIMEOUT_MS = 30_000;

// Far more than any server offers; one that goes on for ever is cut off here.
const MAX_ITEMS = 2_000;
const MAX_PAGES = 50;

// Ten times what the largest servers list. Units: characters of texts, and eight for everything else.
const MAX_LIST_CHARS = 4_000_000;

// More than any call may take, and the longest time that a timer knows: who calls has a clock of their own, which stands
// still while a person is asked. Units: milliseconds.
const NEVER_MS = 2 ** 31 - 1;

/** How one call is followed. */
export interface CallOptions {
  /** Ends the call, which the server is told of. */
  readonly signal: AbortSignal;
  /** Called with the server's words about the progress, or with figures. */
  readonly onProgress: (text: string) => void;
}

// One part that is not as it should be must not cost the rest: each is checked where it is read.
const ANY: StandardSchemaV1<unknown, unknown> = {
  '~standard': { version: 1, vendor: 'troupe', validate: (value) => ({ value }) },
};

/** A connection to a server. Its answers are what a stranger says, and unchecked where their type is `unknown`. */
export class McpConnection {
  readonly #client: Client;
  readonly #renew: ((signal: AbortSignal) => Promise<void>) | undefined;

  /** `renew` has the person sign in, for a request that the server refuses without that. */
  constructor(client: Client, renew?: (signal: AbortSignal) => Promise<void>) {
    this.#client = client;
    this.#renew = renew;
  }

  /** The revision of the protocol that both agreed on. */
  get revision(): string {
    return this.#client.getNegotiatedProtocolVersion() ?? 'unknown';
  }

  get hasResources(): boolean {
    return this.#client.getServerCapabilities()?.resources !== undefined;
  }

  get hasPrompts(): boolean {
    return this.#client.getServerCapabilities()?.prompts !== undefined;
  }

  /** The tools, the first of each name; at most 2,000. What has no name, or asks for headers wrongly, is left out. */
  async listTools(signal: AbortSignal): Promise<readonly McpToolInfo[]> {
    if (this.#client.getServerCapabilities()?.tools === undefined) return [];
    const found = await this.#list('tools/list', 'tools', signal);
    const tools = new Map<string, McpToolInfo>();
    for (const tool of found) {
      const name = readString(tool['name']);
      if (name === undefined || name === '' || tools.has(name) || !hasValidHeaders(tool['inputSchema']))
        continue;
      const inputSchema = isTooDeep(tool['inputSchema']) ? undefined : tool['inputSchema'];
      tools.set(name, { name, description: readString(tool['description']) ?? '', inputSchema });
    }
    return [...tools.values()];
  }

  /** Resolves to what the server answered. An abort of the signal is sent to the server. */
  async callTool(
    tool: McpToolInfo,
    args: Readonly<Record<string, unknown>>,
    { signal, onProgress }: CallOptions,
  ): Promise<unknown> {
    const schema = isRecord(tool.inputSchema) ? tool.inputSchema : {};
    return this.#signedIn(signal, () =>
      this.#client.callTool(
        { name: tool.name, arguments: { ...args } },
        {
          signal,
          timeout: NEVER_MS,
          onprogress: ({ progress, total, message }) => {
            onProgress(message ?? (total === undefined ? String(progress) : `${progress} of ${total}`));
          },
          toolDefinition: { name: tool.name, inputSchema: { ...schema, type: 'object' } },
        },
      ),
    );
  }

  /** Resolves to `{ uri, name, … }` of each resource. */
  async listResources(signal: AbortSignal): Promise<readonly Record<string, unknown>[]> {
    return this.hasResources ? this.#list('resources/list', 'resources', signal) : [];
  }

  async readResource(uri: string, signal: AbortSignal, timeoutMs: number): Promise<unknown> {
    const request = { method: 'resources/read', params: { uri } };
    return this.#signedIn(signal, () => this.#client.request(request, ANY, { signal, timeout: timeoutMs }));
  }

  /** Resolves to `{ uriTemplate, name, … }` of each kind of resource that has variables in its address. */
  async listResourceTemplates(signal: AbortSignal): Promise<readonly Record<string, unknown>[]> {
    return this.hasResources ? this.#list('resources/templates/list', 'resourceTemplates', signal) : [];
  }

  /** Resolves to `{ name, description, arguments }` of each prompt. */
  async listPrompts(signal: AbortSignal): Promise<readonly Record<string, unknown>[]> {
    return this.hasPrompts ? this.#list('prompts/list', 'prompts', signal) : [];
  }

  async getPrompt(
    name: string,
    args: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<unknown> {
    const request = { method: 'prompts/get', params: { name, arguments: { ...args } } };
    return this.#signedIn(signal, () =>
      this.#client.request(request, ANY, { signal, timeout: LIST_TIMEOUT_MS }),
    );
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  async #list(method: string, key: string, signal: AbortSignal): Promise<readonly Record<string, unknown>[]> {
    const items: Record<string, unknown>[] = [];
    const cursors = new Set<string>();
    let room = MAX_LIST_CHARS;
    for (let cursor: string | undefined; cursors.size < MAX_PAGES && items.length < MAX_ITEMS && room > 0;) {
      const params = omitUndefined({ cursor });
      const page = await this.#signedIn(signal, () =>
        this.#client.request({ method, params }, ANY, { signal, timeout: LIST_TIMEOUT_MS }),
      );
      if (!isRecord(page)) break;
      for (const item of readArray(page[key])) {
        if (!isRecord(item) || items.length >= MAX_ITEMS) continue;
        room -= measureValue(item, room);
        if (room < 0) break;
        items.push(item);
      }
      cursor = readString(page['nextCursor']);
      if (cursor === undefined || cursors.has(cursor)) break;
      cursors.add(cursor);
    }
    return items;
  }

  /** A request that is refused for want of a sign-in, or of one for more, is made once more after that. */
  async #signedIn<T>(signal: AbortSignal, request: () => Promise<T>): Promise<T> {
    try {
      return await request();
    } catch (error) {
      // A server that has forgotten the session knows nothing of this connection any more: the owner makes a new one.
      if (isForgotten(error)) await this.#client.close();
      if (!(error instanceof UnauthorizedError) || this.#renew === undefined) throw error;
      await this.#renew(signal);
      return request();
    }
  }
}
