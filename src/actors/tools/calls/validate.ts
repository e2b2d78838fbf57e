import { z } from 'zod';
import { InvalidParamsError } from '../../protocol/errors.js';
import { isTooDeep, MAX_JSON_DEPTH } from '../../protocol/json/json-depth.js';
import type { JsonSchema } from '../../protocol/json/json-schema.js';
import { findClosestName } from './find-closest-name.js';
import { resolveSynonyms, type ParamSynonyms } from './param-synonyms.js';
import { quoteValue } from '../text/quote-value.js';

/** The two parts of a `Tool` that are derived from the schema of its parameters. */
export interface Validation<Params> {
  /** As models get it. */
  readonly parameters: JsonSchema;
  /** Errors: `InvalidParamsError` that lists every problem, in words for the model. */
  readonly validate: (raw: unknown) => Params;
}

/** The parts of a property's JSON Schema that matter here. */
interface PropertySchema {
  readonly type?: unknown;
  readonly description?: string;
}

// More problems teach a model nothing, and an argument with thousands of wrong items must not flood its context
// window.
const MAX_PROBLEMS_SHOWN = 20;

/**
 * Derives the validation from a zod object schema. Make the schema with `z.strictObject`, so that misspelt parameters
 * are refused, and call `describe` on each property: the error for a missing one quotes its description.
 *
 * Accepted as well: `null` for an absent parameter, and at the top level a number or boolean as a string (`"12"`,
 * `"true"`), an empty one meaning absent. With `synonyms` a parameter may come under other names, which models are not
 * told about.
 */
export function buildValidation<Schema extends z.ZodObject>(
  tool: string,
  schema: Schema,
  synonyms?: ParamSynonyms,
): Validation<z.output<Schema>> {
  const { $schema: _, ...parameters } = z.toJSONSchema(schema, {
    io: 'input',
    override: dropUseless,
  });
  const properties = new Map(Object.entries(parameters.properties ?? {}) as [string, PropertySchema][]);

  return {
    parameters,
    validate(raw) {
      if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
        throw invalidParams(tool, [`the parameters must be an object, got ${quoteValue(raw)}`]);
      }
      if (isTooDeep(raw))
        throw invalidParams(tool, [`the parameters must not be nested deeper than ${MAX_JSON_DEPTH} levels`]);
      const { params, conflicts } =
        synonyms === undefined
          ? { params: raw, conflicts: [] }
          : resolveSynonyms(raw, properties.keys(), synonyms);
      if (conflicts.length > 0) throw invalidParams(tool, conflicts);
      const given = correctSlips(params, properties);
      const parsed = schema.safeParse(given);
      if (parsed.success) return parsed.data;
      throw invalidParams(
        tool,
        parsed.error.issues.flatMap((issue) => describeIssue(issue, given, properties)),
      );
    },
  };
}

function invalidParams(tool: string, problems: readonly string[]): InvalidParamsError {
  const shown = problems.slice(0, MAX_PROBLEMS_SHOWN);
  if (problems.length > shown.length) shown.push(`and ${problems.length - shown.length} more problems`);
  const list = shown.length === 1 ? ` ${shown[0]}` : shown.map((problem) => `\n- ${problem}`).join('');
  return new InvalidParamsError(`Invalid parameters for ${tool}:${list}`, { tool, problems });
}

/**
 * Leaves out of a schema what takes tokens in every request and helps no model: that a text or list is not empty, that an object has no
 * other properties, that the default of an optional parameter is nothing, and the limits of safe integers, which zod puts into
 * every integer schema. Calls are validated by all of them. Only the strict modes of providers demand the second, and no
 * adapter turns one on.
 */
function dropUseless({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.minLength === 1) delete jsonSchema.minLength;
  if (jsonSchema.minItems === 1) delete jsonSchema.minItems;
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  if (isEmptyDefault(jsonSchema.default)) delete jsonSchema.default;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

function isEmptyDefault(value: unknown): boolean {
  return value === '' || value === false || (Array.isArray(value) && value.length === 0);
}

/** A copy of `raw` in which common and unambiguous slips of models are corrected. */
function correctSlips(raw: object, properties: ReadonlyMap<string, PropertySchema>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(raw)
      .map(([name, value]: [string, unknown]) => [name, unquote(value, properties.get(name)?.type)] as const)
      .filter(([, value]) => value !== null && value !== undefined),
  );
}

/** The number or boolean that a string stands for, where the schema wants one; `undefined` for an empty string. */
function unquote(value: unknown, type: unknown): unknown {
  const isNumber = type === 'integer' || type === 'number';
  if (typeof value !== 'string' || !(isNumber || type === 'boolean')) return value;
  const text = value.trim();
  if (text === '') return undefined;
  if (isNumber) return /^[+-]?\d+(?:\.\d+)?$/.test(text) ? Number(text) : value;
  return /^(?:true|false)$/i.test(text) ? text.toLowerCase() === 'true' : value;
}

function describeIssue(
  issue: z.core.$ZodIssue,
  given: Record<string, unknown>,
  properties: ReadonlyMap<string, PropertySchema>,
): string[] {
  const name = issue.path.map(String).join('.');
  const value = valueAt(given, issue.path);
  const got = `got ${quoteValue(value)}`;
  switch (issue.code) {
    case 'invalid_type': {
      if (value === undefined) {
        const description = properties.get(name)?.description;
        return [`${name} is required${description === undefined ? '' : `: ${description}`}`];
      }
      const expected = properties.get(name)?.type === 'integer' ? 'int' : issue.expected;
      return [`${name} must be ${TYPE_WORDS[expected] ?? `of type ${expected}`}, ${got}`];
    }
    case 'invalid_value':
      if (value === undefined)
        return [`${name} is required: one of ${issue.values.map(quoteValue).join(', ')}`];
      return [`${name} must be one of ${issue.values.map(quoteValue).join(', ')}, ${got}`];
    case 'too_small':
      return [`${name} ${describeBound(issue.minimum, issue.inclusive, 'least', value)}`];
    case 'too_big':
      return [`${name} ${describeBound(issue.maximum, issue.inclusive, 'most', value)}`];
    case 'unrecognized_keys':
      return issue.keys.map((key) => describeUnknown(key, name, [...properties.keys()]));
    case 'custom':
      return [issue.message];
    default:
      return [`${name}: ${issue.message}, ${got}`];
  }
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

function valueAt(given: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Record<PropertyKey, unknown>)[key]
        : undefined,
    given,
  );
}

function describeBound(
  bound: number | bigint,
  inclusive: boolean | undefined,
  side: 'least' | 'most',
  value: unknown,
): string {
  if (typeof value === 'string') {
    if (value === '') return 'must not be empty';
    return `must be at ${side} ${bound} characters long, got ${value.length}`;
  }
  if (Array.isArray(value)) return `must have at ${side} ${bound} items, got ${value.length}`;
  const words =
    side === 'least' ? (['greater than', 'or greater'] as const) : (['less than', 'or less'] as const);
  const limit = inclusive === false ? `${words[0]} ${bound}` : `${bound} ${words[1]}`;
  return `must be ${limit}, got ${quoteValue(value)}`;
}

function describeUnknown(key: string, within: string, known: readonly string[]): string {
  const name = quoteValue(key);
  if (within !== '') return `${name} is not known in ${within}`;
  if (known.length === 0) return `${name} is not a parameter; there are none`;
  const meant = findClosestName(key, known);
  const hint = meant === undefined ? '' : `; did you mean ${meant}?`;
  return `${name} is not a parameter${hint === '' ? `; the parameters are ${known.join(', ')}` : hint}`;
}
