import { isRecord, readArray } from '../../protocol/json/json-shape.js';
import type { JsonSchema } from '../../protocol/json/json-schema.js';
import type { Tool } from '../../protocol/tool.js';

/**
 * A tool in plain text, for a prompt or a person.
 * Shape: `## name`, the description, one line a parameter: `- name (type, required): description`.
 */
export function describeTool(tool: Pick<Tool, 'name' | 'description' | 'parameters'>): string {
  const required = new Set(readArray(tool.parameters.required));
  const lines = Object.entries(asObject(tool.parameters.properties)).map(([name, property]) =>
    describeParameter(name, asObject(property), required.has(name)),
  );
  return [
    `## ${tool.name}`,
    tool.description,
    lines.length === 0 ? 'No parameters.' : 'Parameters:',
    ...lines,
  ].join('\n');
}

function describeParameter(name: string, property: JsonSchema, isRequired: boolean): string {
  const choices = readArray(property.enum).map((choice) => JSON.stringify(choice));
  const types = typeof property.type === 'string' ? [property.type] : readArray(property.type).map(String);
  const kinds = choices.length > 0 ? choices : types;
  const facts = [...(kinds.length > 0 ? [kinds.join(' | ')] : []), isRequired ? 'required' : 'optional'];
  const description = typeof property.description === 'string' ? `: ${property.description}` : '';
  return `- ${name} (${facts.join(', ')})${description}`;
}

// The schema of a custom tool may be anything; parts of an unexpected form are left out.
function asObject(value: unknown): JsonSchema {
  return isRecord(value) ? value : {};
}
