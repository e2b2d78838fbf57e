import { z } from 'zod';
import { omitUndefined } from '../../protocol/json/omit-undefined.js';
import { pastEndError } from '../calls/past-end-error.js';
import { unpackSearch } from '../../protocol/packed-search.js';
import type { Tool } from '../../protocol/tool.js';
import type { AbsPath, RelPath, RootPhase, WorkspaceProtocol } from '../../protocol/workspace.js';
import type { Ref } from '../../runtime/ref.js';
import { countOf } from '../text/count-of.js';
import { fitLines } from '../text/fit-lines.js';
import { compileGlob } from '../../runtime/glob/path-glob.js';
import { quoteValue } from '../text/quote-value.js';
import type { ToolDeps } from '../gate/tool-deps.js';
import { buildValidation } from '../calls/validate.js';

const NAME = 'search_pathnames_only';
// As many paths as a model can compare: about 2,000 tokens.
const PAGE_PATHS = 100;
// Enough hits for a filter to leave a page, and still fast to transfer between threads.
const FIRST_FILTERED_HITS = 1_000;
// A fuzzy match after so many better ones is worthless, and no page may cost the host thread more than this.
const MAX_HITS = 10_000;
const STILL_INDEXING = 'the index is still being filled: there may be more';
// Phases in which the index is still incomplete.
const UNFINISHED: ReadonlySet<RootPhase> = new Set(['idle', 'scanning']);

const schema = z.strictObject({
  query: z
    .string()
    .min(1)
    .describe(
      'Part of a path, or its letters in order ("usrsvc" finds src/user-service.ts), or a glob with * or ?, which finds files only.',
    ),
  include_pattern: z
    .string()
    .default('')
    .describe('A glob that every path must match: "*.ts" by its name, "src/**/*.ts" as a whole.'),
  page_number: z.int().min(1).default(1).describe(`The page of ${PAGE_PATHS} paths.`),
});

type SearchPathnamesParams = z.output<typeof schema>;

interface FoundPath {
  readonly root: AbsPath;
  readonly path: RelPath;
  readonly isDir: boolean;
}

/** The first matching paths, better matches first. */
interface Found {
  readonly paths: readonly FoundPath[];
  /** What the query names exactly, when the rules leave it out. */
  readonly ignored?: FoundPath;
  /** Why there may be more matches than `paths`, in words. */
  readonly reservation?: string;
}

export interface SearchPathnamesResult {
  /** One page of paths as the model sees them. */
  readonly paths: readonly string[];
  /** What the query names exactly, as the model sees it, when the ignore rules leave it out. */
  readonly ignored?: string;
  readonly hasNextPage: boolean;
  readonly reservation?: string;
}

/** The tool that finds files and directories by their path. Source: SPEC W9, property 9. */
export function createSearchPathnamesOnlyTool({
  workspace,
  gate,
}: ToolDeps): Tool<SearchPathnamesParams, SearchPathnamesResult> {
  return {
    name: NAME,
    description:
      'Finds files and directories whose path resembles the query, the best first. ' +
      'Ignored ones are found by their exact path only.',
    category: 'Read file',
    isReadOnly: true,
    ...buildValidation(NAME, schema, { include_pattern: ['include', 'glob', 'file_pattern'] }),

    async run({ query, include_pattern, page_number }, { signal }) {
      const filter = include_pattern === '' ? undefined : compileGlob(include_pattern, 'include_pattern');
      const from = (page_number - 1) * PAGE_PATHS;
      // One more than a page, to know whether another page follows.
      const wanted = from + PAGE_PATHS + 1;
      const find = /[*?]/.test(query) ? findByGlob : findByLikeness;
      const { paths, ignored, reservation } = await find({ workspace, query, filter, wanted, signal });
      if (page_number > 1 && paths.length <= from)
        throw pastEndError(
          NAME,
          `page_number ${page_number} is beyond the end: ${countOf(paths.length, 'path')} found, and ${reservation ?? 'there are no more'}`,
        );
      const show = (found: FoundPath): string => `${gate.show(found)}${found.isDir ? '/' : ''}`;
      return {
        paths: paths.slice(from, from + PAGE_PATHS).map(show),
        ...(ignored === undefined || page_number > 1 ? {} : { ignored: show(ignored) }),
        hasNextPage: paths.length >= wanted,
        ...omitUndefined({ reservation }),
      };
    },

    format({ paths, ignored, hasNextPage, reservation }, { query, include_pattern, page_number }) {
      const filter = include_pattern === '' ? '' : ` and ${quoteValue(include_pattern)}`;
      const tail = reservation === undefined ? [] : [`(${reservation})`];
      if (ignored !== undefined) {
        const line = `${ignored} (exists, and the ignore rules leave it out: ${describeReading(ignored)})`;
        return fitLines([line, ...paths], [...(hasNextPage ? [nextPage(page_number)] : []), ...tail]);
      }
      if (paths.length === 0) {
        return [
          `No path matches ${quoteValue(query)}${filter}. search_for_files searches in files.`,
          ...tail,
        ].join('\n');
      }
      return fitLines(paths, [...(hasNextPage ? [nextPage(page_number)] : []), ...tail]);
    },
  };
}

function nextPage(page: number): string {
  return `(There are more: ask for page_number ${page + 1})`;
}

function describeReading(shown: string): string {
  return shown.endsWith('/') ? 'ls_dir lists it' : 'read_file and search_in_file read it';
}

interface Search {
  readonly workspace: Ref<WorkspaceProtocol>;
  readonly query: string;
  readonly filter: ((path: RelPath) => boolean) | undefined;
  /** How many paths to find. */
  readonly wanted: number;
  readonly signal: AbortSignal;
}

async function findByLikeness({ workspace, query, filter, wanted, signal }: Search): Promise<Found> {
  let limit = filter === undefined ? wanted : Math.max(wanted, FIRST_FILTERED_HITS);
  for (;;) {
    limit = Math.min(limit, MAX_HITS);
    const {
      hits,
      hasMore,
      state,
      ignored: named,
    } = unpackSearch(await workspace.ask('search', { query, base: '', limit, mode: 'fuzzy' }, { signal }));
    const paths = filter === undefined ? hits : hits.filter(({ path }) => filter(path)).slice(0, wanted);
    const isAll = paths.length >= wanted || !hasMore;
    if (!isAll && limit < MAX_HITS) {
      limit *= 4;
      continue;
    }
    const ignored = named === undefined || filter?.(named.path) === false ? {} : { ignored: named };
    if (state === 'partial') return { paths, ...ignored, reservation: STILL_INDEXING };
    return isAll
      ? { paths, ...ignored }
      : { paths, ...ignored, reservation: `only the best ${MAX_HITS} matches were looked at` };
  }
}

async function findByGlob({ workspace, query, filter, wanted, signal }: Search): Promise<Found> {
  const matches = compileGlob(query, 'query');
  const status = await workspace.ask('status', undefined, { signal });
  const isPartial = status.some(({ phase }) => UNFINISHED.has(phase));
  const paths: FoundPath[] = [];
  collecting: for await (const batch of await workspace.ask('files', {}, { signal })) {
    signal.throwIfAborted();
    for (const path of batch.paths) {
      if (!matches(path) || filter?.(path) === false) continue;
      paths.push({ root: batch.root, path, isDir: false });
      if (paths.length >= wanted) break collecting;
    }
  }
  return isPartial ? { paths, reservation: STILL_INDEXING } : { paths };
}
