import { quoteValue } from '../text/quote-value.js';

/**
 * Other names for parameters that calls may use, keyed by the parameter's own name.
 *
 * Only unambiguous names qualify: `pattern` is a regular expression in one agent and a glob in another, `timeout` is in
 * seconds in one and in milliseconds in another, and `offset` needs a `limit`, which no tool here has.
 */
export type ParamSynonyms = Readonly<Record<string, readonly string[]>>;

/** Names for a file. Source: the tools of Claude Code, Codex, Cline, Cursor, Gemini CLI and OpenCode. */
export const FILE_PARAM_NAMES: readonly string[] = [
  'path',
  'file_path',
  'file',
  'target_file',
  'absolute_path',
];

/** Names for a folder. Source: the same tools. */
export const FOLDER_PARAM_NAMES: readonly string[] = [
  'path',
  'dir_path',
  'directory',
  'folder',
  'target_directory',
  'relative_workspace_path',
];

/** Names for the working directory of a command. Source: the same tools. */
export const WORKING_DIRECTORY_PARAM_NAMES: readonly string[] = ['workdir', 'working_directory', 'directory'];

/** A call's parameters under their own names, and the conflicts among them. */
interface ResolvedParams {
  readonly params: Readonly<Record<string, unknown>>;
  /** Written for the model: names of one parameter that came with different values. */
  readonly conflicts: readonly string[];
}

/**
 * Renames synonyms to the parameters' own names. Camel case is accepted as well; unknown names are kept. `null` counts
 * as absent.
 */
export function resolveSynonyms(
  raw: object,
  known: Iterable<string>,
  synonyms: ParamSynonyms,
): ResolvedParams {
  const owners = new Map<string, string>();
  const own = new Set(known);
  for (const param of own)
    for (const name of [param, ...(synonyms[param] ?? [])]) owners.set(foldName(name), param);
  const named = new Map<string, { readonly given: string; readonly value: unknown }>();
  const conflicts: string[] = [];
  for (const [given, value] of Object.entries(raw) as [string, unknown][]) {
    const param = own.has(given) ? given : (owners.get(foldName(given)) ?? given);
    const earlier = named.get(param);
    if (earlier === undefined || isNothing(earlier.value)) named.set(param, { given, value });
    else if (!isNothing(value) && JSON.stringify(value) !== JSON.stringify(earlier.value))
      conflicts.push(
        `${earlier.given} and ${given} are names of one parameter, and differ: ${quoteValue(earlier.value)} and ${quoteValue(value)}. Give ${param} alone`,
      );
  }
  return { params: Object.fromEntries([...named].map(([param, { value }]) => [param, value])), conflicts };
}

function foldName(name: string): string {
  return name.replaceAll('_', '').toLowerCase();
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined;
}
