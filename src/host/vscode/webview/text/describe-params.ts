import { isRecord } from '../../../../actors/protocol/json/json-shape.js';
import { labelParam } from './plain-words.js';
import { PARAM_TEXTS } from '../../words/param-words.js';

/** A parameter of a call. */
interface ParamLine {
  readonly label: string;
  /** Shape: any number of lines, with hidden characters as they are. */
  readonly value: string;
}

/** The parameters of a call in words, in the order of the model. Empty texts and missing values are left out. */
export function describeParams(params: unknown): readonly ParamLine[] {
  if (!isRecord(params)) {
    const value = describeValue(params);
    return value === '' ? [] : [{ label: PARAM_TEXTS.parameters, value }];
  }
  return Object.entries(params).flatMap(([name, given]) => {
    const value = describeValue(given);
    return value === '' ? [] : [{ label: labelParam(name), value }];
  });
}

function describeValue(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return value ? PARAM_TEXTS.yes : PARAM_TEXTS.no;
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join(', ');
  return JSON.stringify(value, null, 2) ?? '';
}
