import { visibleName } from '../../markdown/visible-text.js';
import type { Workspace } from '../../workspace.js';
import { COMMANDS } from '../commands/table.js';
import type { Completable, Suggestion } from '../terminal/suggestions.js';

/** What may complete a command or a path: paths come from the index. Errors: those of the search. */
export async function suggest(
  { kind, text }: Completable,
  /** Resolves once the index can be asked. */
  loadWorkspace: () => Promise<Pick<Workspace, 'search'>>,
  options: { readonly limit: number; readonly signal: AbortSignal },
): Promise<readonly Suggestion[]> {
  if (kind === 'command')
    return COMMANDS.filter(({ name }) => `/${name}`.startsWith(text)).map(({ name, summary, parameter }) => ({
      text: `/${name}${parameter === undefined ? '' : ' '}`,
      note: summary,
    }));
  const query = text.replace(/^@"?/, '');
  // Behind an `@` alone stands the root.
  const workspace = await loadWorkspace();
  const { hits } = await workspace.search(query === '' ? './' : query, options);
  // A name that hides something, or would act on the terminal, is not put into the person's line.
  const plain = hits.filter(({ path }) => visibleName(path) === path);
  return plain.map(({ path, isDir }) => {
    const name = isDir ? `${path}/` : path;
    const isQuoted = /\s/.test(name);
    const written = isQuoted ? `@"${name}${isDir ? '' : '"'}` : `@${name}`;
    return { text: isDir ? written : `${written} `, label: name };
  });
}
