import { parseJson } from './json-depth.js';

/** A call's arguments as data, or as the text they are when they are no JSON or nested too deep. No text means none. */
export function readArguments(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}
