import type { OutputBudget } from '../../protocol/tool.js';
import { decodeText, type TextFormat } from './decode-text.js';
import { type PageRequest, type TextPage, TextPager } from '../text/text-pager.js';

// The longest page. Source: SPEC T. Units: UTF-16 units.
const PAGE_CHARS = 500_000;

// The heading, the fence and the word on what follows need some of the budget as well.
const SHARE_FOR_TEXT = 0.8;

// The density of a text is measured over stretches of about the size of a page: a dense line in a file that is otherwise
// light does not make all its pages small. Units: UTF-16 units.
const STRETCH_CHARS = 32_768;

/**
 * A page of some lines of a file. Pages have one size for all of the text, so that they together are the text: what the
 * budget allows of the densest part of it, 500,000 characters at most.
 * Errors: the signal's reason.
 * Cost: the text is decoded once, and once more where it does not fit one page.
 */
export async function readPage(
  bytes: Uint8Array,
  format: TextFormat,
  wanted: Omit<PageRequest, 'pageChars' | 'onWanted'>,
  { budget, signal }: { readonly budget?: OutputBudget | undefined; readonly signal: AbortSignal },
): Promise<TextPage> {
  const cut = async (request: PageRequest): Promise<TextPage> => {
    const pager = new TextPager(request);
    for await (const piece of decodeText(bytes, format, signal)) pager.add(piece);
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
