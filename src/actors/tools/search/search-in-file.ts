import { z } from 'zod';
import type { Tool } from '../../protocol/tool.js';
import { directoryError } from '../gate/file-errors.js';
import { fileParam } from '../files/file-param.js';
import { fitLines } from '../text/fit-lines.js';
import { describeDialect, describeUnfinished, grepLines, type FoundLines } from './grep-lines.js';
import { grepIsRegex, grepQuery } from './grep-params.js';
import { locate } from '../gate/locate.js';
import { FILE_PARAM_NAMES } from '../calls/param-synonyms.js';
import { quoteValue } from '../text/quote-value.js';
import type { ToolDeps } from '../gate/tool-deps.js';
import { buildValidation } from '../calls/validate.js';

const NAME = 'search_in_file';
// As many lines as a model can compare; at 500 characters each they fit one observation.
const MAX_LINES = 200;

const schema = z.strictObject({
  uri: fileParam,
  query: grepQuery,
  is_regex: grepIsRegex.describe('Whether the query is a regular expression, as in search_for_files.'),
});

type SearchInFileParams = z.output<typeof schema>;

interface SearchInFileResult extends FoundLines {
  /** The path as the model sees it. */
  readonly shown: string;
}

export function createSearchInFileTool(deps: ToolDeps): Tool<SearchInFileParams, SearchInFileResult> {
  return {
    name: NAME,
    description: `Shows the first ${MAX_LINES} matching lines of one file as line: text.`,
    category: 'Read file',
    isReadOnly: true,
    ...buildValidation(NAME, schema, { uri: FILE_PARAM_NAMES }),

    async run({ uri, query, is_regex }, context) {
      const { root, path, shown, stat } = await locate(NAME, uri, deps, context);
      if (stat.isDirectory) throw directoryError(NAME, shown);
      const where = { root, under: path };
      return { shown, ...(await grepLines(deps, { text: query, isRegex: is_regex, where, context })) };
    },

    format({ shown, lines, summary }, { query, is_regex }) {
      if (summary.unreadable > 0) return `${shown} could not be read.`;
      if (summary.filesSearched === 0) {
        return `${shown} was not searched: it is binary, or the ignore rules leave it out. read_file may show it.`;
      }
      const unfinished = describeUnfinished(summary, () => shown);
      if (lines.length === 0) {
        const nothing = `No line of ${shown} contains ${quoteValue(query)}.`;
        return [nothing, ...describeDialect(query, is_regex), ...unfinished].join('\n');
      }
      const first = lines.slice(0, MAX_LINES);
      const total = `${lines.length}${summary.isCapped ? ' or more' : ''}`;
      const range = first.length === lines.length ? total : `the first ${first.length} of ${total}`;
      return fitLines([
        `Matching lines in ${shown}: ${range}`,
        ...unfinished,
        ...first.map(({ line, text }) => `${line}: ${text}`),
      ]);
    },
  };
}
