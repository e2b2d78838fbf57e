import type { z } from 'zod';
import { SettingsError } from '../../protocol/errors.js';
import type { CallPreview, Tool, ToolCategory, ToolContext } from '../../protocol/tool.js';
import { joinSentences } from '../../protocol/sentences.js';
import { quoteValue } from '../text/quote-value.js';
import { buildValidation, type Validation } from './validate.js';

/** A tool as a program writes it. */
export interface ToolDefinition<Params extends z.ZodObject, Result> {
  /** 1 to 64 letters, digits, `_` or `-`. */
  readonly name: string;
  /** Written for the model. */
  readonly description: string;
  /** A zod object. `describe` each property: it is how the model knows what to give. */
  readonly params: Params;
  /** Whether it changes nothing: then it runs without a question, also in the mode `gather`. Default false. */
  readonly isReadOnly?: boolean;
  /** What approval it falls under. Default: `Read file` where it only reads, else `Dangerous tools`. */
  readonly category?: ToolCategory;
  /** Errors: any; the model reads the message. Stops soon after `context.signal` aborts. */
  readonly run: (params: z.output<Params>, context: ToolContext) => Promise<Result> | Result;
  /** What the call would do, for the person who approves it; nothing is changed. Default: its parameters are shown. */
  readonly preview?: (params: z.output<Params>, context: ToolContext) => Promise<CallPreview>;
  /** The result as the model reads it. Default: a text as it is, `Done.` for nothing, anything else as JSON. */
  readonly format?: (result: Result, params: z.output<Params>) => string;
}

/**
 * A tool whose parameters are described by one zod object: it is what the model is told, what its calls are validated by,
 * and the type of what `run` gets. Misspelt parameters are refused, unless the object is made with `z.looseObject`.
 * Errors: `SettingsError` for a schema that has no JSON Schema, such as one with a date in it.
 */
export function defineTool<Params extends z.ZodObject, Result>(
  definition: ToolDefinition<Params, Result>,
): Tool<z.output<Params>, Result> {
  const { name, description, isReadOnly = false, run, preview, format = toText } = definition;
  return {
    name,
    description,
    isReadOnly,
    category: definition.category ?? (isReadOnly ? 'Read file' : 'Dangerous tools'),
    ...validateBy(name, definition.params),
    run: async (params, context) => run(params, context),
    ...(preview === undefined ? {} : { preview }),
    format,
  };
}

function validateBy<Params extends z.ZodObject>(name: string, params: Params): Validation<z.output<Params>> {
  // `z.object` drops what it does not know, and the model would never learn that it was not heard.
  const schema: z.ZodObject = params.def.catchall === undefined ? params.strict() : params;
  try {
    // That it is strict changes nothing of what comes out of it.
    return buildValidation(name, schema) as Validation<z.output<Params>>;
  } catch (error) {
    throw new SettingsError(
      joinSentences(
        `The parameters of the tool ${name} cannot be described to a model: ${error instanceof Error ? error.message : String(error)}`,
      ),
      { setting: 'tools' },
      { cause: error },
    );
  }
}

function toText(result: unknown): string {
  if (typeof result === 'string') return result;
  return result === undefined ? 'Done.' : (JSON.stringify(result, null, 2) ?? quoteValue(result));
}
