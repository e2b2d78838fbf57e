import { z } from 'zod';
import { fenceText } from '../../protocol/attachments.js';
import { ToolExecutionError } from '../../protocol/errors.js';
import type { ContentHash } from '../../protocol/file-changes.js';
import type { Tool } from '../../protocol/tool.js';
import { hashOf } from '../text/content-hash.js';
import { countOf } from '../text/count-of.js';
import { formatBytes } from '../text/format-bytes.js';
import { decodeText, detectTextFormat, type TextFormat } from './decode-text.js';
import { directoryError } from '../gate/file-errors.js';
import { fileParam } from './file-param.js';
import { locate, readLocated } from '../gate/locate.js';
import { pastEndError } from '../calls/past-end-error.js';
import { FILE_PARAM_NAMES } from '../calls/param-synonyms.js';
import { cutPage } from '../text/cut-page.js';
import type { TextPage } from '../text/text-pager.js';
import type { ToolDeps } from '../gate/tool-deps.js';
import { buildValidation } from '../calls/validate.js';

// A hundred pages: in a larger file a search is the better tool. Units: bytes.
const MAX_FILE_BYTES = 50 * 1024 * 1024;

const NAME = 'read_file';

const schema = z
  .strictObject({
    uri: fileParam,
    start_line: z.int().min(1).optional().describe('The first line to read.'),
    end_line: z.int().min(1).optional().describe('The last line to read, included.'),
    page_number: z.int().min(1).default(1).describe('The page of a long text; each says how many there are.'),
  })
  .superRefine(({ start_line = 1, end_line }, context) => {
    // A value below 1 has been reported already.
    if (end_line !== undefined && end_line > 0 && end_line < start_line) {
      context.addIssue({
        code: 'custom',
        message: `end_line must be start_line (${start_line}) or greater, got ${end_line}`,
      });
    }
  });

type ReadFileParams = z.output<typeof schema>;

export interface ReadFileResult {
  /** The path as the model sees it. */
  readonly shown: string;
  /** Of the whole file. */
  readonly hash: ContentHash;
  readonly page: TextPage;
  readonly format: TextFormat;
}

/** The tool that shows the content of a file. */
export function createReadFileTool(deps: ToolDeps): Tool<ReadFileParams, ReadFileResult> {
  return {
    name: NAME,
    description:
      'Reads a text file, or some lines: of a big file read only those you need. ' +
      'The text has no line numbers; the heading says which lines it has.',
    category: 'Read file',
    isReadOnly: true,
    ...buildValidation(NAME, schema, {
      uri: FILE_PARAM_NAMES,
      start_line: ['start_line_one_indexed'],
      end_line: ['end_line_one_indexed'],
    }),

    async run(params, { signal, reads, budget }) {
      const place = await locate(NAME, params.uri, deps, { signal });
      const { root, path, absolute, shown, stat } = place;
      if (stat.isDirectory) throw directoryError(NAME, shown);
      if (!stat.isFile) throw failure(`${shown} is a device, a pipe or a socket and cannot be read.`);
      if (stat.size > MAX_FILE_BYTES) {
        throw failure(
          `${shown} is too big to read: ${formatBytes(stat.size)}, and the limit is ${formatBytes(MAX_FILE_BYTES)}. ` +
            'search_in_file finds lines in it.',
        );
      }
      const bytes = await readLocated(NAME, place, deps, signal);
      const format = await detectTextFormat(bytes, signal);
      if (format === undefined) {
        throw failure(
          `${shown} is a binary file of ${formatBytes(bytes.length)} and cannot be shown as text.`,
        );
      }
      const wanted = {
        startLine: params.start_line ?? 1,
        endLine: params.end_line ?? Infinity,
        page: params.page_number,
      };
      const page = await cutPage(() => decodeText(bytes, format, signal), wanted, budget);
      requireThere(params, page, shown);
      const hash = await hashOf(bytes);
      reads?.set(absolute, hash);
      deps.workspace.tell('touch', { root, paths: [path] });
      return { shown, hash, page, format };
    },

    format: formatFile,
  };
}

function requireThere({ start_line = 1, page_number }: ReadFileParams, page: TextPage, shown: string): void {
  const { totalLines, pages } = page;
  if (start_line > Math.max(totalLines, 1)) {
    throw pastEndError(
      NAME,
      `start_line ${start_line} is beyond the end: ${shown} has ${countOf(totalLines, 'line')}`,
    );
  }
  if (page_number > pages) {
    throw pastEndError(
      NAME,
      `page_number ${page_number} is beyond the end: the lines asked for in ${shown} fill ${countOf(pages, 'page')}`,
    );
  }
}

function formatFile({ shown, page, format }: ReadFileResult, { page_number }: ReadFileParams): string {
  if (page.totalChars === 0) return `${shown} is empty.`;
  const { text, totalLines, totalChars, pages, firstLine, lastLine } = page;
  const isWhole = firstLine === 1 && lastLine === totalLines && pages === 1;
  const facts = [
    isWhole ? countOf(totalLines, 'line') : `lines ${firstLine} to ${lastLine} of ${totalLines}`,
    ...(pages > 1 ? [`page ${page_number} of ${pages}`] : []),
    ...describeFormat(page, format),
  ];
  const body = `${shown} (${facts.join(', ')})\n${fenceText(text.replace(/\n$/, ''))}`;
  if (page_number >= pages) return body;
  const cutLine = text.endsWith('\n') ? '' : ` Line ${lastLine} goes on there.`;
  return (
    `${body}\nThe text goes on: ask for page_number ${page_number + 1}.${cutLine} ` +
    `The whole file has ${countOf(totalLines, 'line')} and ${totalChars} characters.`
  );
}

/** Describes what an edit of the file must respect and the text does not show: encoding and line ends. */
function describeFormat(
  { lineEnds, lastLine, totalLines, endsWithLineEnd }: TextPage,
  format: TextFormat,
): string[] {
  return [
    ...(format.encoding === 'utf-8' ? [] : [format.encoding.toUpperCase()]),
    ...(format.encoding === 'utf-8' && format.bomBytes > 0 ? ['UTF-8 with BOM'] : []),
    ...(format.isValid
      ? []
      : [`not valid ${format.encoding.toUpperCase()}: � stands for what cannot be decoded`]),
    ...(lineEnds === 'LF' ? [] : [`${lineEnds} line ends`]),
    ...(lastLine === totalLines && !endsWithLineEnd ? ['no newline at the end'] : []),
  ];
}

function failure(message: string): ToolExecutionError {
  return new ToolExecutionError(message, { tool: NAME });
}
