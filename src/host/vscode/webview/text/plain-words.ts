import { toVisibleName } from '../../../markdown/visible-text.js';
import { PARAM_TEXTS } from '../../words/param-words.js';

// The parameters that tools have, as a person reads them.
const LABELS: Readonly<Record<string, string>> = PARAM_TEXTS.labels;

// What a message for the model calls other tools.
const TOOLS: Readonly<Record<string, string>> = PARAM_TEXTS.tools;

// Letters, digits and single underscores between them.
const IDENTIFIER = /\b[a-z]+(?:_[a-z0-9]+)+\b/g;

/** `Fetch page` for `fetch_page`, `fetchPage` or `fetch-page`. */
export function humanizeName(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_\-.]+/g, ' ')
    .trim()
    .replace(/(?<= )[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase());
  return capitalize(toVisibleName(words));
}

/** The parameter of a tool as a label. */
export function labelParam(name: string): string {
  return (Object.hasOwn(LABELS, name) ? LABELS[name] : undefined) ?? humanizeName(name);
}

/** A sentence of a tool for the model, without the names that only models know. */
export function toPlainWords(sentence: string): string {
  return sentence.replace(IDENTIFIER, (name) => {
    const tool = Object.hasOwn(TOOLS, name) ? TOOLS[name] : undefined;
    if (tool !== undefined) return `“${tool}”`;
    return Object.hasOwn(LABELS, name) ? `“${labelParam(name).toLowerCase()}”` : name;
  });
}

/** The text with a capital letter at its beginning. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
