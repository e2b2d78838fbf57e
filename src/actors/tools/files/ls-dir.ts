import { z } from 'zod';
import { pastEndError } from '../calls/past-end-error.js';
import type { Tool, ToolContext } from '../../protocol/tool.js';
import type { AbsPath, Entry, RelPath } from '../../protocol/workspace.js';
import { notDirectoryError } from '../gate/file-errors.js';
import { fitLines } from '../text/fit-lines.js';
import { locate } from '../gate/locate.js';
import { FOLDER_PARAM_NAMES } from '../calls/param-synonyms.js';
import type { ToolDeps } from '../gate/tool-deps.js';
import { buildValidation } from '../calls/validate.js';

const NAME = 'ls_dir';
// Source: SPEC D4.
const PAGE_ENTRIES = 500;

const schema = z.strictObject({
  uri: z.string().default('').describe('A path or file:// URI. Default: every workspace root.'),
  page_number: z.int().min(1).default(1).describe(`The page of ${PAGE_ENTRIES} entries.`),
});

type LsDirParams = z.output<typeof schema>;

/** One page of a directory's entries. */
export interface DirectoryPage {
  /** The path of the directory as the model sees it. */
  readonly shown: string;
  readonly children: readonly Entry[];
  readonly itemsRemaining: number;
}

export function createLsDirTool(deps: ToolDeps): Tool<LsDirParams, readonly DirectoryPage[]> {
  async function list(
    place: { root: AbsPath; path: RelPath },
    page: number,
    signal: AbortSignal,
  ): Promise<DirectoryPage> {
    const shown = deps.gate.show(place);
    const { root, path } = place;
    const { children, itemsRemaining } = await deps.workspace.ask('list', { root, path, page }, { signal });
    if (children === null) throw notDirectoryError(NAME, shown);
    return { shown, children, itemsRemaining };
  }

  async function findDirectories(
    uri: string,
    context: ToolContext,
  ): Promise<{ root: AbsPath; path: RelPath }[]> {
    if (uri === '') return context.roots.map((root) => ({ root, path: '' as RelPath }));
    const { root, path, shown, stat } = await locate(NAME, uri, deps, context);
    if (!stat.isDirectory) throw notDirectoryError(NAME, shown);
    return [{ root, path }];
  }

  return {
    name: NAME,
    description: 'Lists a directory: directories first, with a / behind their names.',
    category: 'Read file',
    isReadOnly: true,
    ...buildValidation(NAME, schema, { uri: FOLDER_PARAM_NAMES }),

    async run({ uri, page_number }, context) {
      const directories = await findDirectories(uri, context);
      const listings = await Promise.all(
        directories.map((place) => list(place, page_number, context.signal)),
      );
      const isBeyondEnd = page_number > 1 && listings.every(({ children }) => children.length === 0);
      if (isBeyondEnd) throw pastEndError(NAME, `page_number ${page_number} is beyond the last page`);
      return listings;
    },

    format(listings, { page_number }) {
      if (listings.length === 0) return 'No folder is open.';
      return fitLines(listings.flatMap((listing) => formatListing(listing, page_number)));
    },
  };
}

function formatListing({ shown, children, itemsRemaining }: DirectoryPage, page: number): string[] {
  const before = (page - 1) * PAGE_ENTRIES;
  if (children.length === 0) return [`${shown}: no ${before > 0 ? 'more ' : ''}entries`];
  const last = before + children.length;
  const total = last + itemsRemaining;
  const range = before === 0 && itemsRemaining === 0 ? `${total}` : `${before + 1} to ${last} of ${total}`;
  return [
    `${shown}: ${range} ${total === 1 ? 'entry' : 'entries'}`,
    ...children.map(formatEntry),
    ...(itemsRemaining > 0 ? [`(${itemsRemaining} more: ask for page_number ${page + 1})`] : []),
  ];
}

function formatEntry({ path, isDir, isSymlink }: Entry): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  // A line break in a name would look like another entry.
  const shown = /[\p{Cc}\p{Zl}\p{Zp}]/u.test(name) ? JSON.stringify(name) : name;
  return `${shown}${isDir ? '/' : ''}${isSymlink ? ' (symbolic link)' : ''}`;
}
