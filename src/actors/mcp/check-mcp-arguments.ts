import { InvalidParamsError } from '../protocol/errors.js';
import { isTooDeep } from '../protocol/json/json-depth.js';
import { isRecord, readArray } from '../protocol/json/json-shape.js';
import type { JsonSchema } from '../protocol/json/json-schema.js';

/** The arguments of a call. */
export type McpArguments = Readonly<Record<string, unknown>>;

/**
 * The arguments of a call as far as they can be checked without trusting the schema: an object with the required
 * properties. The server checks the rest.
 * Errors: `InvalidParamsError`, written for the model.
 */
export function checkMcpArguments(tool: string, schema: JsonSchema, raw: unknown): McpArguments {
  if (!isRecord(raw) || isTooDeep(raw))
    throw new InvalidParamsError(`${tool} expects a JSON object of arguments.`, {
      tool,
      problems: ['the arguments are not a JSON object'],
    });
  const missing = readArray(schema['required']).filter(
    (name): name is string => typeof name === 'string' && !Object.hasOwn(raw, name),
  );
  if (missing.length === 0) return raw;
  const problems = missing.map((name) => `"${name}" is missing`);
  throw new InvalidParamsError(`${tool} cannot be called like this: ${problems.join('; ')}.`, {
    tool,
    problems,
  });
}
