import { SettingsError } from '../../protocol/errors.js';
import { isTooDeep, MAX_JSON_DEPTH } from '../../protocol/json/json-depth.js';
import type { ToolDescription } from '../../protocol/llm.js';
import type { Tool } from '../../protocol/tool.js';
import { describeTool } from './describe-tool.js';
import { quoteValue } from '../text/quote-value.js';

// Function names that every model provider accepts.
const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/** The tools of an engine, in the order of registration. Source: SPEC T. */
export class ToolRegistry {
  readonly #tools = new Map<string, Tool>();
  readonly #listeners = new Set<() => void>();

  /**
   * A turn that runs keeps the tools that it began with; the next one has this tool.
   * Errors: `SettingsError` when the name is taken or is not 1 to 64 letters, digits, `_` or `-`, or when the schema of
   * the parameters is nested too deep to be sent.
   */
  register(tool: Tool): void {
    const { name } = tool;
    if (!TOOL_NAME.test(name)) {
      throw new SettingsError(
        `A tool cannot be named ${quoteValue(name)}: use 1 to 64 letters, digits, "_" or "-".`,
        { setting: 'tools' },
      );
    }
    if (this.#tools.has(name)) {
      throw new SettingsError(`A tool named ${name} is registered already: give this one another name.`, {
        setting: 'tools',
      });
    }
    if (isTooDeep(tool.parameters)) {
      throw new SettingsError(
        `The parameters of the tool ${name} are nested deeper than ${MAX_JSON_DEPTH} levels, or contain themselves.`,
        { setting: 'tools' },
      );
    }
    this.#tools.set(name, tool);
    this.#tell();
  }

  /**
   * Removes a tool, so that its name is free again. A turn that runs keeps it. Returns whether there was one of that name.
   */
  unregister(name: string): boolean {
    const wasRegistered = this.#tools.delete(name);
    if (wasRegistered) this.#tell();
    return wasRegistered;
  }

  /** Calls `listener` after each tool that was registered or removed. Returns the function that ends this. */
  onChanged(listener: () => void): () => void {
    // The same function may listen twice.
    const own = (): void => {
      listener();
    };
    this.#listeners.add(own);
    return () => {
      this.#listeners.delete(own);
    };
  }

  get(name: string): Tool | undefined {
    return this.#tools.get(name);
  }

  list(): readonly Tool[] {
    return [...this.#tools.values()];
  }

  /** All tools in plain text, for models without native tool calling. */
  getToolDescriptions(): string {
    return this.list().map(describeTool).join('\n\n');
  }

  /** The tools as models see them: those that pass the filter, or all. */
  describe(isWanted: (tool: Tool) => boolean = () => true): readonly ToolDescription[] {
    return this.list().filter(isWanted).map(toDescription);
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** A tool as models see it. */
export function toDescription({ name, description, parameters }: Tool): ToolDescription {
  return { name, description, parameters };
}
