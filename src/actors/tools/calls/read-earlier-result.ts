import { z } from 'zod';
import { InvalidParamsError } from '../../protocol/errors.js';
import type { OutputBudget, Tool } from '../../protocol/tool.js';
import { yieldToEventLoop } from '../../runtime/abort.js';
import { findCharBoundary } from '../text/find-char-boundary.js';
import { READ_RESULT_TOOL } from '../text/tell-read-again.js';
import { pastEndError } from './past-end-error.js';
import { buildValidation } from './validate.js';

// A page that is read again should leave room for the next one. Units: UTF-16 units.
const PAGE_CHARS = 50_000;

// The line that says which page it is. Units: tokens.
const TOKENS_OF_NOTE = 60;

// The density of tokens is measured over stretches of about the size of a page, each within a millisecond. Units: UTF-16
// units.
const STRETCH_CHARS = 32_768;

// The rest of the budget is for the beginning of a line that a page takes over from the one before it.
const SHARE_FOR_PAGE = 0.8;

// A page begins with a line where one begins shortly before its place. Shape: a share of the page; UTF-16 units.
const SHARE_FOR_LINE = 0.2;
const MAX_LINE_CHARS = 1_000;

const schema = z.strictObject({
  call_id: z.string().describe('The id of the call, which the place of the cut names.'),
  page_number: z.int().min(1).default(1).describe('The page of the result.'),
});

interface ResultPage {
  readonly text: string;
  readonly pages: number;
}

/** Reads the result of an earlier call whose text was cut, at once or when the conversation was compacted. */
export function createReadEarlierResultTool(): Tool<z.output<typeof schema>, ResultPage> {
  return {
    name: READ_RESULT_TOOL,
    description:
      'Reads the whole result of an earlier call, of which a part was left out. ' +
      'For files, read_file shows what they contain now.',
    category: 'Read file',
    isReadOnly: true,
    ...buildValidation(READ_RESULT_TOOL, schema),

    async run({ call_id, page_number }, { findResult, budget, signal }) {
      const whole = findResult?.(call_id);
      if (whole === undefined)
        throw new InvalidParamsError(
          `${READ_RESULT_TOOL}: no call of this conversation has a result and the id ${JSON.stringify(call_id)}. Use the id that stands where the text was taken out.`,
          { tool: READ_RESULT_TOOL, problems: ['call_id'] },
        );
      const pageChars = await choosePageChars(whole, budget, signal);
      const pages = Math.max(1, Math.ceil(whole.length / pageChars));
      if (page_number > pages)
        throw pastEndError(READ_RESULT_TOOL, `page_number ${page_number} is beyond the last page, ${pages}`);
      const start = findPageStart(whole, page_number, pageChars);
      return { text: whole.slice(start, findPageStart(whole, page_number + 1, pageChars)), pages };
    },

    format({ text, pages }, { page_number }) {
      if (pages === 1) return text;
      const next = page_number === pages ? '' : `: ask for page_number ${page_number + 1} to read on`;
      return `${text}\n(Page ${page_number} of ${pages} of the result${next}.)`;
    },
  };
}

/** How long pages are that all fit the budget, also in the densest part of the text. Errors: the signal's reason. */
async function choosePageChars(
  text: string,
  budget: OutputBudget | undefined,
  signal: AbortSignal,
): Promise<number> {
  if (budget === undefined || budget.maxTokens === Infinity) return PAGE_CHARS;
  let densest = 0;
  for (let at = 0; at < text.length; at += STRETCH_CHARS) {
    const stretch = text.slice(at, at + STRETCH_CHARS);
    densest = Math.max(densest, budget.estimateTokens(stretch) / stretch.length);
    await yieldToEventLoop();
    signal.throwIfAborted();
  }
  const room = Math.max(1, budget.maxTokens - TOKENS_OF_NOTE) * SHARE_FOR_PAGE;
  return densest === 0 ? PAGE_CHARS : Math.max(2, Math.min(PAGE_CHARS, Math.floor(room / densest)));
}

/** Where a page begins. */
function findPageStart(text: string, page: number, pageChars: number): number {
  const place = (page - 1) * pageChars;
  if (place === 0) return 0;
  if (place >= text.length) return text.length;
  const before = text.slice(place - Math.min(MAX_LINE_CHARS, pageChars * SHARE_FOR_LINE), place);
  const lineEnd = before.lastIndexOf('\n');
  return lineEnd === -1 ? findCharBoundary(text, place) : place - before.length + lineEnd + 1;
}
