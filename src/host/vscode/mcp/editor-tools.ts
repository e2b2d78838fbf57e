import type { Memento } from 'vscode';
import { checkMcpArguments, type McpArguments } from '../../../actors/mcp/check-mcp-arguments.js';
import { type McpResult, readResult } from '../../../actors/mcp/read-result.js';
import { sanitizeSchema } from '../../../actors/mcp/sanitize-schema.js';
import { nameTool } from '../../../actors/mcp/tool-name.js';
import { ToolExecutionError } from '../../../actors/protocol/errors.js';
import { isRecord } from '../../../actors/protocol/json/json-shape.js';
import type { Tool } from '../../../actors/protocol/tool.js';
import type { Host } from '../../api.js';
import { MCP_TEXTS } from '../words/mcp-words.js';

// The key in the state of the workspace.
const KEY = 'troupe.offersEditorTools';

// The editor marks the tools of MCP servers so.
const TAG = 'mcp';

// What the editor puts in front of a tool's name: `mcp_`, the name of the server, `_`, in 18 characters.
const SERVER_CHARS = 13;

// Rules and the names of the tools contain it.
const SERVER = 'editor';

// As many as models choose well among, beside those of Troupe's own servers.
const MAX_OFFERED = 40;

// A description is a few sentences. Units: UTF-16 units.
const MAX_DESCRIPTION_CHARS = 2_000;

/** A tool that the editor offers. Everything in it is the word of a stranger. */
export interface EditorTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: unknown;
  readonly tags: readonly string[];
}

interface EditorToolsOptions {
  readonly state: Pick<Memento, 'get' | 'update'>;
  /** All tools that the editor offers now. */
  readonly list: () => readonly EditorTool[];
  /** Resolves to the parts of the result. Errors: those of the editor, and that the person did not want it. */
  readonly invoke: (name: string, input: object, signal: AbortSignal) => Promise<readonly unknown[]>;
  /** The servers that Troupe has itself. */
  readonly servers: () => readonly string[];
}

/**
 * Tools of MCP servers that the editor runs and Troupe cannot: those that extensions bring along have no definition that
 * another extension could read. They are offered to models when the person wants that, and asked about like all others.
 */
export class EditorTools {
  readonly #options: EditorToolsOptions;
  readonly #registered = new Set<string>();

  constructor(options: EditorToolsOptions) {
    this.#options = options;
  }

  get isOffered(): boolean {
    return this.#options.state.get(KEY) === true;
  }

  async setOffered(isOffered: boolean): Promise<void> {
    await this.#options.state.update(KEY, isOffered);
  }

  /** Those of servers that Troupe does not have itself. */
  list(): readonly EditorTool[] {
    const own = this.#options.servers().map(
      (name) =>
        `mcp_${name
          .toLowerCase()
          .replaceAll(/[^a-z0-9_.-]+/g, '_')
          .slice(0, SERVER_CHARS)}_`,
    );
    return this.#options
      .list()
      .filter(({ name, tags }) => tags.includes(TAG) && !own.some((prefix) => name.startsWith(prefix)));
  }

  /** Adds the tools that are not there yet, unless the person does not want them. */
  offer(tools: Host['tools']): void {
    if (!this.isOffered) return;
    for (const tool of this.list()) {
      if (this.#registered.has(tool.name) || this.#registered.size >= MAX_OFFERED) continue;
      this.#registered.add(tool.name);
      const taken = new Set(tools.list().map(({ name }) => name));
      tools.register(this.#create(tool, nameTool(SERVER, tool.name, taken)));
    }
  }

  #create({ name, description, inputSchema }: EditorTool, fullName: string): Tool<McpArguments, McpResult> {
    const { schema } = sanitizeSchema(inputSchema);
    return {
      name: fullName,
      description: description.slice(0, MAX_DESCRIPTION_CHARS).toWellFormed().trim() || fullName,
      category: 'MCP tools',
      server: SERVER,
      // What a stranger says about its tools is no proof, and what it calls a path may be anything.
      isReadOnly: false,
      paths: () => [],
      parameters: schema,
      validate: (raw) => checkMcpArguments(fullName, schema, raw),
      run: async (args, { signal }) => {
        if (!this.isOffered) throw new ToolExecutionError(MCP_TEXTS.fromEditorRefused, { tool: fullName });
        const parts = await this.#options.invoke(name, args, signal);
        return readResult({ content: parts.map(toContent) });
      },
      format: ({ text, images }) => (text === '' && images.length === 0 ? MCP_TEXTS.emptyResult : text),
      images: ({ images }) => images,
    };
  }
}

/** A part of a result as the protocol has it. */
function toContent(part: unknown): object {
  if (!isRecord(part)) return {};
  const { value, data, mimeType } = part;
  if (typeof value === 'string') return { type: 'text', text: value };
  if (!(data instanceof Uint8Array) || typeof mimeType !== 'string') return {};
  if (mimeType.startsWith('text/') || mimeType === 'application/json')
    return { type: 'text', text: Buffer.from(data).toString('utf8') };
  return {
    type: mimeType.startsWith('image/') ? 'image' : 'audio',
    mimeType,
    data: Buffer.from(data).toString('base64'),
  };
}
