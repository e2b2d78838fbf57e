import type { FormField } from '../../../actors/mcp/question-form.js';
import type { FieldValue } from '../../../actors/mcp/read-field.js';

/** The value of a field as a person reads it: choices by their labels. */
export function describeValue(field: FormField, value: FieldValue): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const labels = field.kind === 'choice' || field.kind === 'choices' ? field.options : [];
  return (Array.isArray(value) ? value : [String(value)])
    .map((one) => labels.find((option) => option.value === one)?.label ?? one)
    .join(', ');
}
