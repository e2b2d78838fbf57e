import { omitUndefined } from '../../../protocol/json/omit-undefined.js';
import { Breaks } from '../../../runtime/slices.js';
import { findCharBoundary } from '../../text/find-char-boundary.js';
import { wholeCharacters } from '../../text/whole-characters.js';
import { PageWriter } from './page-writer.js';

// No page that people made is half as deep, and a parser looks through all open elements for each end tag.
const MAX_DEPTH = 500;

// As long as the longest page that is read; a page can make itself longer, by links that are relative to a long address.
// Units: UTF-16 units.
const MAX_TEXT_CHARS = 5 * 1024 * 1024;

// A millisecond or so of parsing, after which others may have their turn. Units: UTF-16 units.
const SLICE_CHARS = 16 * 1024;

/** The text of a page. */
export interface PageMarkdown {
  readonly text: string;
  readonly title?: string;
  /** Whether the rest was left out: the page is nested too deep, or its text is too long. */
  readonly isCut: boolean;
}

/**
 * The text of an HTML page as Markdown. `url` is where the page is. Accepts whatever comes.
 * Errors: the signal's reason, and those of `pieces`.
 * Cost: as much as the page is long; others have their turn every few milliseconds.
 */
export async function htmlToMarkdown(
  pieces: AsyncIterable<string>,
  url: URL,
  signal: AbortSignal,
): Promise<PageMarkdown> {
  // Loaded on demand: most conversations fetch no page.
  const { Parser } = await import('htmlparser2');
  const page = new PageWriter(url);
  let depth = 0;
  let isCut = false;
  const parser = new Parser({
    onopentag: (name, attributes) => {
      page.open(name, attributes);
      depth += 1;
      if (depth > MAX_DEPTH || page.length > MAX_TEXT_CHARS) isCut = true;
      if (isCut) parser.pause();
    },
    ontext: (text) => {
      page.add(text);
    },
    onclosetag: (name) => {
      page.close(name);
      depth -= 1;
    },
  });
  const breaks = new Breaks();
  reading: for await (const piece of wholeCharacters(pieces)) {
    for (let at = 0; at < piece.length;) {
      const end = findCharBoundary(piece, at + SLICE_CHARS);
      parser.write(piece.slice(at, end));
      at = end;
      if (isCut) break reading;
      if (!breaks.isDue) continue;
      await breaks.take();
      signal.throwIfAborted();
    }
  }
  if (!isCut) parser.end();
  const { title } = page;
  return { text: page.finish(), ...omitUndefined({ title }), isCut };
}
