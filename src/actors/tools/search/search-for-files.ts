import { z } from 'zod';
import { pastEndError } from '../calls/past-end-error.js';
import type { Tool } from '../../protocol/tool.js';
import type { GrepSummary } from '../../protocol/workspace.js';
import { countOf } from '../text/count-of.js';
import { fitLines } from '../text/fit-lines.js';
import {
  describeDialect,
  describeUnfinished,
  grepLines,
  type FoundLine,
  type FoundLines,
} from './grep-lines.js';
import { grepIsRegex, grepQuery } from './grep-params.js';
import { locate } from '../gate/locate.js';
import { FOLDER_PARAM_NAMES } from '../calls/param-synonyms.js';
import { quoteValue } from '../text/quote-value.js';
import type { ToolDeps } from '../gate/tool-deps.js';
import { buildValidation } from '../calls/validate.js';

const NAME = 'search_for_files';
// As many lines as a model can compare.
const PAGE_LINES = 200;
// So that a page with its heading and notes fits one observation, also where lines are long. Units: UTF-16 units.
const PAGE_CHARS = 95_000;

const schema = z.strictObject({
  query: grepQuery,
  search_in_folder: z.string().default('').describe('A path or file:// URI below which to search.'),
  is_regex: grepIsRegex,
  page_number: z.int().min(1).default(1).describe(`The page of at most ${PAGE_LINES} lines.`),
});

type SearchForFilesParams = z.output<typeof schema>;

/** The tool that searches file contents. Source: SPEC G. */
export function createSearchForFilesTool(deps: ToolDeps): Tool<SearchForFilesParams, FoundLines> {
  return {
    name: NAME,
    description:
      'Searches file contents and shows matching lines as path:line: text. ' +
      'Ignored and binary files are not searched.',
    category: 'Read file',
    isReadOnly: true,
    paths: ({ search_in_folder: folder }) => (folder === '' ? [] : [folder]),
    ...buildValidation(NAME, schema, { search_in_folder: FOLDER_PARAM_NAMES }),

    async run({ query, search_in_folder, is_regex, page_number }, context) {
      const place = search_in_folder === '' ? undefined : await locate(NAME, search_in_folder, deps, context);
      const found = await grepLines(deps, {
        text: query,
        isRegex: is_regex,
        where: place === undefined ? {} : { root: place.root, under: place.path },
        context,
      });
      const { length: pages } = findPages(found.lines);
      if (page_number > pages)
        throw pastEndError(
          NAME,
          `page_number ${page_number} is beyond the end: the matching lines fill ${countOf(pages, 'page')}`,
        );
      return found;
    },

    format({ lines, summary }, { query, is_regex, page_number }) {
      const unfinished = describeUnfinished(summary, (file) => deps.gate.show(file));
      if (lines.length === 0) {
        const nothing = describeNothing(query, summary);
        return [nothing, ...describeDialect(query, is_regex), ...unfinished].join('\n');
      }
      const pages = findPages(lines);
      const from = pages[page_number - 1] ?? 0;
      const page = lines.slice(from, pages[page_number]);
      const isLast = from + page.length >= lines.length;
      const total = `${lines.length}${summary.isCapped ? ' or more' : ''}`;
      const range = isLast && from === 0 ? total : `${from + 1} to ${from + page.length} of ${total}`;
      const shown = page.map(
        ({ root, path, line, text }) => `${deps.gate.show({ root, path })}:${line}: ${text}`,
      );
      const next = isLast ? [] : [`(There are more: ask for page_number ${page_number + 1})`];
      return fitLines([`Matching lines: ${range}${describeUnread(summary)}`, ...unfinished, ...shown], next);
    },
  };
}

/** Where each page starts. There is one at least. */
function findPages(lines: readonly FoundLine[]): readonly number[] {
  const starts = [0];
  let chars = 0;
  for (const [index, { root, path, text }] of lines.entries()) {
    // With the line's number, and the root where a path has to name it.
    const length = root.length + path.length + text.length + 20;
    const start = starts.at(-1) ?? 0;
    if (index - start === PAGE_LINES || (index > start && chars + length > PAGE_CHARS)) {
      starts.push(index);
      chars = 0;
    }
    chars += length;
  }
  return starts;
}

function describeNothing(query: string, summary: GrepSummary): string {
  if (summary.filesSearched === 0 && summary.unreadable === 0) {
    return 'There was no file to search: what the ignore rules leave out is not searched.';
  }
  return `No line contains ${quoteValue(query)} (${countOf(summary.filesSearched, 'file')} searched${describeUnread(summary)}).`;
}

function describeUnread({ unreadable }: GrepSummary): string {
  return unreadable === 0 ? '' : `, ${countOf(unreadable, 'file')} could not be read`;
}
