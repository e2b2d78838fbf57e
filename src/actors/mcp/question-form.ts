import { isRecord, readArray, readString } from '../protocol/json/json-shape.js';
import { omitUndefined } from '../protocol/json/omit-undefined.js';
import { isStringFormat, type StringFormat } from './string-formats.js';
import { seemsSecret } from './read-question.js';

// More than anybody fills in one after the other, or looks through in a list.
const MAX_FIELDS = 50;
const MAX_OPTIONS = 500;

// A label, and a sentence below it. Units: UTF-16 units.
const MAX_LABEL_CHARS = 200;
const MAX_DESCRIPTION_CHARS = 1_000;

/** What can be chosen. */
export interface FormOption {
  readonly value: string;
  readonly label: string;
}

/** What a field takes. `value` is what it is unless the person says otherwise. */
export type FieldKind =
  | {
      readonly kind: 'text';
      readonly format?: StringFormat;
      readonly minLength?: number;
      readonly maxLength?: number;
      readonly value?: string;
    }
  | {
      readonly kind: 'number';
      readonly isInteger: boolean;
      readonly minimum?: number;
      readonly maximum?: number;
      readonly value?: number;
    }
  | { readonly kind: 'boolean'; readonly value?: boolean }
  | { readonly kind: 'choice'; readonly options: readonly FormOption[]; readonly value?: string }
  | {
      readonly kind: 'choices';
      readonly options: readonly FormOption[];
      readonly minItems?: number;
      readonly maxItems?: number;
      readonly value?: readonly string[];
    };

/** A field of a question. Its texts are what a stranger says. */
export type FormField = FieldKind & {
  readonly name: string;
  readonly label: string;
  /** May be empty. */
  readonly description: string;
  readonly isRequired: boolean;
  readonly seemsToAskForSecret: boolean;
};

/**
 * The fields of a question in their order. A part of the schema that says nothing useful is a text: the server judges the
 * answer in any case. Returns `undefined` when there are more than 50 fields, or more than 500 values of one.
 * Source: MCP, Elicitation.
 */
export function readForm(schema: Readonly<Record<string, unknown>>): readonly FormField[] | undefined {
  const properties = Object.entries(isRecord(schema['properties']) ? schema['properties'] : {});
  if (properties.length > MAX_FIELDS) return undefined;
  const required = new Set(readArray(schema['required']));
  const fields = properties.map(([name, raw]) => {
    const property = isRecord(raw) ? raw : {};
    const title = readString(property['title']);
    const description = readString(property['description']) ?? '';
    return {
      ...readKind(property),
      name,
      label: cut(title === undefined || title === '' ? name : title, MAX_LABEL_CHARS),
      description: cut(description, MAX_DESCRIPTION_CHARS),
      isRequired: required.has(name),
      seemsToAskForSecret: seemsSecret([name, title, description].join(' ')),
    };
  });
  const isTooLong = fields.some((field) => 'options' in field && field.options.length > MAX_OPTIONS);
  return isTooLong ? undefined : fields;
}

function readKind(property: Readonly<Record<string, unknown>>): FieldKind {
  const { type, default: value } = property;
  if (type === 'boolean') return { kind: 'boolean', ...(typeof value === 'boolean' ? { value } : {}) };
  if (type === 'number' || type === 'integer') {
    return {
      kind: 'number',
      isInteger: type === 'integer',
      ...numbers(property, ['minimum', 'maximum']),
      ...(typeof value === 'number' && Number.isFinite(value) ? { value } : {}),
    };
  }
  const choices = type === 'array' ? readOptions(isRecord(property['items']) ? property['items'] : {}) : [];
  if (choices.length > 0) {
    const chosen = readArray(value).filter((one) => choices.some((option) => option.value === one));
    return {
      kind: 'choices',
      options: choices,
      ...numbers(property, ['minItems', 'maxItems']),
      ...(Array.isArray(value) ? { value: chosen as string[] } : {}),
    };
  }
  const options = readOptions(property);
  if (options.length > 0) {
    const known = options.find((option) => option.value === value);
    return { kind: 'choice', options, ...omitUndefined({ value: known?.value }) };
  }
  const { format } = property;
  return {
    kind: 'text',
    ...(isStringFormat(format) ? { format } : {}),
    ...numbers(property, ['minLength', 'maxLength']),
    ...(typeof value === 'string' ? { value } : {}),
  };
}

/** What can be chosen: `enum`, perhaps with `enumNames`, or `oneOf` and `anyOf` with titles. */
function readOptions(property: Readonly<Record<string, unknown>>): readonly FormOption[] {
  const names = readArray(property['enumNames']);
  const plain = readArray(property['enum']).map((value, index) => ({ const: value, title: names[index] }));
  const titled = [...readArray(property['oneOf']), ...readArray(property['anyOf'])];
  return [...plain, ...titled].flatMap((raw) => {
    const value = isRecord(raw) ? readString(raw['const']) : undefined;
    if (value === undefined || !isRecord(raw)) return [];
    return [{ value, label: cut(readString(raw['title']) ?? value, MAX_LABEL_CHARS) }];
  });
}

function numbers<Name extends string>(
  property: Readonly<Record<string, unknown>>,
  names: readonly Name[],
): { readonly [Key in Name]?: number } {
  const found: { [Key in Name]?: number } = {};
  for (const name of names) {
    const value = property[name];
    if (typeof value === 'number' && Number.isFinite(value)) found[name] = value;
  }
  return found;
}

function cut(text: string, maxChars: number): string {
  return text.slice(0, maxChars).toWellFormed();
}
