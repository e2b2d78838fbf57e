import type { OutputBudget } from '../../protocol/tool.js';
import { type PageRequest, type TextPage, TextPager } from './text-pager.js';

// The longest page. Source: SPEC T. Units: UTF-16 units.
const PAGE_CHARS = 500_000;

// The rest of the budget is for the heading, the fence and the note on further pages.
const SHARE_FOR_TEXT = 0.8;

// The density of tokens is measured over stretches of about the size of a page, so that one dense line in a file does
// not make all its pages small. Units: UTF-16 units.
const STRETCH_CHARS = 32_768;

/**
 * One page of a range of lines. All pages of a range have the same size, so that together they are the text: as many
 * characters as the budget allows for the densest part, 500,000 at most. `read` gives the text in pieces.
 * Errors: those of `read`.
 * Cost: the text is read once, and once more when it does not fit one page.
 */
export async function cutPage(
  read: () => AsyncIterable<string>,
  wanted: Omit<PageRequest, 'pageChars' | 'onWanted'>,
  budget: OutputBudget | undefined,
): Promise<TextPage> {
  const cut = async (request: PageRequest): Promise<TextPage> => {
    const pager = new TextPager(request);
    for await (const piece of read()) pager.add(piece);
    return pager.end();
  };
  if (budget === undefined) return cut({ ...wanted, pageChars: PAGE_CHARS });
  let tokens = 0;
  let densest = 0;
  const measure = (text: string): void => {
    for (let at = 0; at < text.length; at += STRETCH_CHARS) {
      const stretch = text.slice(at, at + STRETCH_CHARS);
      const stretchTokens = budget.estimateTokens(stretch);
      tokens += stretchTokens;
      densest = Math.max(densest, stretchTokens / stretch.length);
    }
  };
  const page = await cut({ ...wanted, pageChars: PAGE_CHARS, onWanted: measure });
  const room = budget.maxTokens * SHARE_FOR_TEXT;
  const pageChars = Math.max(2, Math.floor(room / densest));
  return tokens <= room || pageChars >= PAGE_CHARS ? page : cut({ ...wanted, pageChars });
}
