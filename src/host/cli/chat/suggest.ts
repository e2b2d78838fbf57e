import { printMention } from '../../../actors/threads/mention-text.js';
import { toVisibleName } from '../../markdown/visible-text.js';
import type { McpResourceInfo } from '../../../actors/protocol/mcp.js';
import type { Workspace } from '../../workspace.js';
import type { OwnCommand } from '../../instructions/own-commands.js';
import { describeOwnCommand } from '../commands/own-command.js';
import { COMMANDS } from '../commands/table.js';
import type { Completable, Suggestion } from '../terminal/suggestions.js';

/** What is completed besides the commands of the chat. */
export interface SuggestSources {
  /** Resolves once the index can answer. */
  readonly loadWorkspace: () => Promise<Pick<Workspace, 'search'>>;
  /** The commands of people's own and of servers, as far as they are known. Default: none. */
  readonly loadOwnCommands?: () => Promise<readonly OwnCommand[]>;
  /** The names of models, as far as they are known. Default: none. */
  readonly loadModelNames?: () => Promise<readonly string[]>;
  /** The servers that have resources, as far as they are known. Default: none. */
  readonly listResources?: () => readonly ServerResources[];
}

/** The resources of a server. */
interface ServerResources {
  readonly server: string;
  readonly resources: readonly McpResourceInfo[];
}

const NOTHING = (): Promise<readonly never[]> => Promise.resolve([]);

/**
 * Completions for a command, for the name of a model, or for a path from the index or a resource of a server. Errors:
 * those of the search.
 */
export async function suggest(
  { kind, text }: Completable,
  {
    loadWorkspace,
    loadOwnCommands = NOTHING,
    loadModelNames = NOTHING,
    listResources = () => [],
  }: SuggestSources,
  options: { readonly limit: number; readonly signal: AbortSignal },
): Promise<readonly Suggestion[]> {
  if (kind === 'model') {
    const wanted = text.toLowerCase();
    const names = (await loadModelNames()).filter((name) => name.toLowerCase().includes(wanted));
    // A name with hidden or control characters is not offered for the input line.
    return names.filter((name) => toVisibleName(name) === name).map((name) => ({ text: name }));
  }
  if (kind === 'command')
    return [
      ...COMMANDS.map(({ name, summary, parameter }) => ({
        name,
        note: summary,
        takes: parameter !== undefined,
      })),
      ...(await loadOwnCommands()).map((command) => ({
        name: command.name,
        note: toVisibleName(describeOwnCommand(command).summary),
        takes: true,
      })),
    ]
      .filter(({ name }) => `/${name}`.startsWith(text))
      .map(({ name, note, takes }) => ({ text: `/${name}${takes ? ' ' : ''}`, note }));
  const query = text.replace(/^@"?/, '');
  const servers = listResources();
  const named = servers.find(({ server }) => query.startsWith(`${server}:`));
  if (named !== undefined) return suggestResources(named, query);
  // An `@` alone lists the root.
  const workspace = await loadWorkspace();
  const { hits } = await workspace.search(query === '' ? './' : query, options);
  // A name with hidden or control characters is not offered for the input line.
  const plain = hits.filter(({ path }) => toVisibleName(path) === path);
  const beginnings = servers.filter(({ server }) => query !== '' && server.startsWith(query));
  const found = plain.map(({ path, isDir }) => {
    const name = isDir ? `${path}/` : path;
    const printed = printMention({ path: name });
    // The quotation of a folder stays open for a name in it.
    const written = isDir ? printed.replace(/"$/, '') : printed;
    return { text: isDir ? written : `${written} `, label: name };
  });
  return [
    ...beginnings.map(({ server }) => ({
      text: `@${server}:`,
      note: `the resources of the MCP server ${server}`,
    })),
    ...found,
  ];
}

/** The resources of a server whose address or name holds what is typed. */
function suggestResources({ server, resources }: ServerResources, query: string): readonly Suggestion[] {
  const typed = query.slice(server.length + 1).toLowerCase();
  return resources
    .filter(({ uri, name }) => toVisibleName(uri) === uri && `${uri} ${name}`.toLowerCase().includes(typed))
    .map(({ uri, name }) => ({
      text: `${printMention({ path: `${server}:${uri}` })} `,
      label: uri,
      note: toVisibleName(name),
    }));
}
