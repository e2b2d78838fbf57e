import { parseJsonOrText } from './json-depth.js';

/** The parsed arguments, or the unchanged text when it is not JSON or nested too deep. An empty text means `{}`. */
export function readArguments(text: string): unknown {
  return text.trim() === '' ? {} : parseJsonOrText(text);
}
