import { omitUndefined } from '../../protocol/json/omit-undefined.js';

/** The tools that this provider can use, if a request offers them. Source: SPEC T. */
type KnownTool =
  | 'read_file'
  | 'edit_file'
  | 'ls_dir'
  | 'search_pathnames_only'
  | 'search_for_files'
  | 'search_in_file';

export interface PlannedCall {
  readonly tool: KnownTool;
  readonly args: Readonly<Record<string, string | number | boolean>>;
}

/** The next step: a tool call with a sentence that says why, or an answer. */
export type OfflineStep =
  | { readonly kind: 'look'; readonly thought: string; readonly call: PlannedCall }
  /** `needsModel`: a language model would have said more. */
  | { readonly kind: 'answer'; readonly text: string; readonly needsModel: boolean };

export const look = (thought: string, call: PlannedCall): OfflineStep => ({ kind: 'look', thought, call });

export const answer = (text: string): OfflineStep => ({ kind: 'answer', text, needsModel: false });

/** An answer to which the adapter adds how to get a language model. */
export const modestAnswer = (text: string): OfflineStep => ({ kind: 'answer', text, needsModel: true });

export const callReadFile = (uri: string, firstLine?: number, lastLine?: number): PlannedCall => ({
  tool: 'read_file',
  args: {
    uri,
    ...omitUndefined({ start_line: firstLine, end_line: lastLine }),
  },
});

export const callListDirectory = (uri: string): PlannedCall => ({
  tool: 'ls_dir',
  args: uri === '' ? {} : { uri },
});

/** A search of contents below `scope`, or in the file that it names. */
export const callSearchContents = (query: string, isRegex: boolean, scope = ''): PlannedCall =>
  looksLikeFile(scope)
    ? { tool: 'search_in_file', args: { uri: scope, query, is_regex: isRegex } }
    : {
        tool: 'search_for_files',
        args: { query, is_regex: isRegex, ...(scope === '' ? {} : { search_in_folder: scope }) },
      };

function looksLikeFile(path: string): boolean {
  return /[^/]\.[a-z]\w{0,7}$/i.test(path);
}
