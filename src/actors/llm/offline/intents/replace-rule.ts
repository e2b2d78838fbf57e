import type { IntentRule } from './intent.js';
import { findPath } from './path-words.js';

const TEXT = (name: string): string =>
  String.raw`(?:(?<${name}Quote>[\`"'])(?<${name}Quoted>.+?)\k<${name}Quote>|(?<${name}Word>\S+))`;

const REPLACES = new RegExp(
  String.raw`^(?:replace|change|rename) (?:the (?:word|text|string) )?${TEXT('old')} (?:with|by|to|into) ${TEXT('new')} in (?:the file )?(?<place>.+)$`,
  'i',
);

/** A request to put one text in the place of another, in one file that is named. */
export const readReplace: IntentRule = (text) => {
  const groups = REPLACES.exec(text)?.groups;
  const path = groups === undefined ? undefined : findPath(groups['place'] ?? '')?.path;
  const oldText = groups?.['oldQuoted'] ?? groups?.['oldWord'];
  const newText = groups?.['newQuoted'] ?? groups?.['newWord'];
  if (path === undefined || path === '' || oldText === undefined || newText === undefined) return undefined;
  return { kind: 'replace', oldText, newText, path };
};
