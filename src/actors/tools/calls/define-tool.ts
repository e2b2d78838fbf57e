import type { z } from 'zod';
import { SettingsError } from '../../protocol/errors.js';
import { messageOf } from '../../protocol/errors/message-of.js';
import type { ImagePart } from '../../protocol/image-part.js';
import { omitUndefined } from '../../protocol/json/omit-undefined.js';
import type { CallPreview, ChangeRecord, Tool, ToolCategory, ToolContext } from '../../protocol/tool.js';
import { joinSentences } from '../../protocol/sentences.js';
import { quoteValue } from '../text/quote-value.js';
import { buildValidation, type Validation } from './validate.js';

/** The definition of a tool, for `defineTool`. */
export interface ToolDefinition<Params extends z.ZodObject, Result> {
  /** 1 to 64 letters, digits, `_` or `-`. */
  readonly name: string;
  /** Written for the model. */
  readonly description: string;
  /** A zod object. Call `describe` on each property: the model reads that description. */
  readonly params: Params;
  /** Whether the tool changes nothing. If so it runs without asking, also in the mode `gather`. Default: false. */
  readonly isReadOnly?: boolean;
  /**
   * The category that decides which approval the tool needs. Default: `Read file` for a read-only tool, `Dangerous
   * tools` for others.
   */
  readonly category?: ToolCategory;
  /** Errors: any; the model reads the message. Must stop soon after `context.signal` aborts. */
  readonly run: (params: z.output<Params>, context: ToolContext) => Promise<Result> | Result;
  /**
   * Describes what the call would do, for the person who approves it, and changes nothing. Default: the parameters are
   * shown.
   */
  readonly preview?: (params: z.output<Params>, context: ToolContext) => Promise<CallPreview>;
  /** The result as text for the model. Default: a string as it is, `Done.` for `undefined`, anything else as JSON. */
  readonly format?: (result: Result, params: z.output<Params>) => string;
  /**
   * The pictures that go with that text: PNG, JPEG, GIF or WebP. Those that models would refuse are left out, and the
   * text says so. Default: none.
   */
  readonly images?: (result: Result, params: z.output<Params>) => readonly ImagePart[];
  /** The changes that the call has made to files, as data. Default: none are known. */
  readonly changes?: (result: Result, params: z.output<Params>) => readonly ChangeRecord[];
  /**
   * The files and folders that a call touches, as far as its parameters tell. Default: the texts in the parameters
   * `uri`, `path`, `from` and `to`.
   */
  readonly paths?: (params: z.output<Params>) => readonly string[];
}

/**
 * Makes a tool from one zod object: models see its JSON Schema, calls are validated by it, and it gives `run` the type
 * of its parameters. Unknown parameters are refused, unless the object is made with `z.looseObject`.
 * Errors: `SettingsError` for a schema that JSON Schema cannot express, such as one with a date.
 */
export function defineTool<Params extends z.ZodObject, Result>(
  definition: ToolDefinition<Params, Result>,
): Tool<z.output<Params>, Result> {
  const {
    name,
    description,
    isReadOnly = false,
    run,
    preview,
    images,
    changes,
    paths,
    format = toText,
  } = definition;
  return {
    name,
    description,
    isReadOnly,
    category: definition.category ?? (isReadOnly ? 'Read file' : 'Dangerous tools'),
    ...validateBy(name, definition.params),
    run: async (params, context) => run(params, context),
    ...omitUndefined({ preview }),
    format,
    ...omitUndefined({ images, changes, paths }),
  };
}

function validateBy<Params extends z.ZodObject>(name: string, params: Params): Validation<z.output<Params>> {
  // `z.object` drops unknown properties silently, and the model would never learn of its mistake.
  const schema: z.ZodObject = params.def.catchall === undefined ? params.strict() : params;
  try {
    // Making the object strict does not change the type of its output.
    return buildValidation(name, schema) as Validation<z.output<Params>>;
  } catch (error) {
    throw new SettingsError(
      joinSentences(`The parameters of the tool ${name} cannot be described to a model: ${messageOf(error)}`),
      { setting: 'tools' },
      { cause: error },
    );
  }
}

function toText(result: unknown): string {
  if (typeof result === 'string') return result;
  return result === undefined ? 'Done.' : (JSON.stringify(result, null, 2) ?? quoteValue(result));
}
