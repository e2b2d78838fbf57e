import { printMention } from '../../../actors/threads/mention-text.js';
import { toVisibleName } from '../../markdown/visible-text.js';
import type { Workspace } from '../../workspace.js';
import { COMMANDS } from '../commands/table.js';
import type { Completable, Suggestion } from '../terminal/suggestions.js';

/** Completions for a command, or for a path from the index. Errors: those of the search. */
export async function suggest(
  { kind, text }: Completable,
  /** Resolves once the index can answer. */
  loadWorkspace: () => Promise<Pick<Workspace, 'search'>>,
  options: { readonly limit: number; readonly signal: AbortSignal },
): Promise<readonly Suggestion[]> {
  if (kind === 'command')
    return COMMANDS.filter(({ name }) => `/${name}`.startsWith(text)).map(({ name, summary, parameter }) => ({
      text: `/${name}${parameter === undefined ? '' : ' '}`,
      note: summary,
    }));
  const query = text.replace(/^@"?/, '');
  // An `@` alone lists the root.
  const workspace = await loadWorkspace();
  const { hits } = await workspace.search(query === '' ? './' : query, options);
  // A name with hidden or control characters is not offered for the input line.
  const plain = hits.filter(({ path }) => toVisibleName(path) === path);
  return plain.map(({ path, isDir }) => {
    const name = isDir ? `${path}/` : path;
    const printed = printMention({ path: name });
    // The quotation of a folder stays open for a name in it.
    const written = isDir ? printed.replace(/"$/, '') : printed;
    return { text: isDir ? written : `${written} `, label: name };
  });
}
