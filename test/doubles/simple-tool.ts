import { InvalidParamsError } from '../../src/actors/protocol/errors.js';
import type { Tool, ToolCategory, ToolContext } from '../../src/actors/protocol/tool.js';

/** A tool that takes any object, except one with `bad`, and answers with its name. */
export function simpleTool(
  name: string,
  options: {
    readonly category?: ToolCategory;
    readonly isReadOnly?: boolean;
    readonly run?: (params: object, context: ToolContext) => string | Promise<string>;
  } = {},
): Tool {
  const { isReadOnly = true, run = () => `${name} was run` } = options;
  return {
    name,
    description: `Does ${name}.`,
    category: options.category ?? (isReadOnly ? 'Read file' : 'File edits'),
    isReadOnly,
    parameters: { type: 'object' },
    validate(raw) {
      if (typeof raw !== 'object' || raw === null || 'bad' in raw)
        throw new InvalidParamsError(`${name} takes no "bad".`, { tool: name, problems: ['bad'] });
      return raw;
    },
    run: async (params, context) => run(params as object, context),
    format: String,
  };
}
