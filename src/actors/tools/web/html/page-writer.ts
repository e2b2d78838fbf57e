import { stripHidden } from '../../text/strip-hidden.js';
import { cutText } from '../../text/cut-text.js';
import { isHidden } from './is-hidden.js';
import { MarkdownWriter } from './markdown-writer.js';
import { TableWriter } from './table-writer.js';
import { parseUrl } from '../../../protocol/web/parse-url.js';

// Elements whose content is no text of the page: programs, styles, pictures, other pages, and what only a person can use.
const SKIPPED: ReadonlySet<string> = new Set([
  'audio',
  'canvas',
  'datalist',
  'embed',
  'iframe',
  'math',
  'noembed',
  'noframes',
  'object',
  'script',
  'select',
  'style',
  'svg',
  'template',
  'video',
]);

// Pages hide themselves until their programs have run, which they never do here.
const ROOTS: ReadonlySet<string> = new Set(['html', 'body']);

// Elements that begin a block and end one.
const BLOCKS: ReadonlySet<string> = new Set(
  (
    'address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption figure footer ' +
    'form h1 h2 h3 h4 h5 h6 header hgroup hr legend li main menu nav ol p pre section summary table tbody td tfoot th ' +
    'thead tr ul'
  ).split(' '),
);

// Blocks that no cell of a table in Markdown can hold.
const LARGE: ReadonlySet<string> = new Set(
  'blockquote dd dl dt h1 h2 h3 h4 h5 h6 hr li menu ol pre table ul'.split(' '),
);

// A title of a page is a line; a longer one is made for machines. Units: UTF-16 units.
const MAX_TITLE_CHARS = 200;

// A longer address of a link is data of a program, which nobody follows by hand. Units: UTF-16 units.
const MAX_LINK_CHARS = 500;

type Attributes = Readonly<Record<string, string>>;
type Stretch = ReturnType<MarkdownWriter['begin']>;

/**
 * Writes the elements of a page as Markdown, as they come. Nothing of a page is executed or loaded. `url` is where the page
 * is, for the addresses of its links.
 */
export class PageWriter {
  readonly #writer = new MarkdownWriter();
  readonly #tables = new TableWriter(this.#writer);
  #base: URL;
  /** How many open elements there are inside of one that is left out, itself included. */
  #skipped = 0;
  #title: string[] | undefined;
  #foundTitle: string | undefined;
  #code: { readonly parts: string[]; language: string; depth: number } | undefined;
  readonly #lists: { next: number | undefined }[] = [];
  readonly #links: { readonly href: string | undefined; readonly begin: Stretch }[] = [];
  /** Where the outermost code element begins, and how many are inside of it. */
  #span: { readonly begin: Stretch; inside: number } | undefined;

  constructor(url: URL) {
    this.#base = url;
  }

  get title(): string | undefined {
    return this.#foundTitle;
  }

  /** Units: UTF-16 units of what was written. */
  get length(): number {
    return this.#writer.length;
  }

  open(name: string, attributes: Attributes): void {
    if (this.#skipped > 0 || SKIPPED.has(name) || (!ROOTS.has(name) && isHidden(attributes))) {
      this.#skipped += 1;
      return;
    }
    if (this.#code !== undefined) {
      this.#openInCode(name, attributes);
      return;
    }
    this.#beginBlock(name);
    switch (name) {
      case 'title':
        this.#title = [];
        break;
      case 'base':
        this.#base = this.#resolve(attributes['href']) ?? this.#base;
        break;
      case 'a':
        this.#links.push({ href: this.#toLink(attributes['href']), begin: this.#writer.begin() });
        break;
      case 'img':
        this.#addImage(attributes['alt']);
        break;
      case 'br':
        this.#addBreak();
        break;
      case 'hr':
        this.#writer.writeLines(['---']);
        break;
      case 'code':
      case 'kbd':
      case 'samp':
        if (this.#span === undefined) this.#span = { begin: this.#writer.begin(), inside: 0 };
        else this.#span.inside += 1;
        break;
      case 'pre':
        this.#code = { parts: [], language: languageOf(attributes), depth: 0 };
        break;
      case 'blockquote':
        this.#writer.open('> ', '> ');
        break;
      case 'dd':
        this.#writer.open(': ', '  ');
        break;
      case 'ul':
      case 'menu':
        this.#lists.push({ next: undefined });
        break;
      case 'ol':
        this.#lists.push({ next: readStart(attributes['start']) });
        break;
      case 'li':
        this.#openItem();
        break;
      case 'table':
        this.#tables.open();
        break;
      case 'td':
      case 'th':
        this.#tables.beginCell();
        break;
      default:
    }
  }

  add(text: string): void {
    if (this.#skipped > 0) return;
    if (this.#title !== undefined) this.#title.push(text);
    else if (this.#code !== undefined) this.#code.parts.push(stripHidden(text));
    else this.#writer.add(text);
  }

  close(name: string): void {
    if (this.#skipped > 0) {
      this.#skipped -= 1;
      return;
    }
    if (this.#code !== undefined && !this.#closeCode()) return;
    const heading = /^h([1-6])$/.exec(name)?.[1];
    if (heading !== undefined) this.#writer.endBlock(`${'#'.repeat(Number(heading))} `);
    switch (name) {
      case 'title':
        this.#closeTitle();
        break;
      case 'a':
        this.#closeLink();
        break;
      case 'code':
      case 'kbd':
      case 'samp':
        this.#closeSpan();
        break;
      case 'blockquote':
      case 'dd':
      case 'li':
        this.#writer.close();
        break;
      case 'ul':
      case 'menu':
      case 'ol':
        this.#lists.pop();
        break;
      case 'td':
      case 'th':
        this.#tables.endCell();
        break;
      case 'tr':
        this.#tables.endRow();
        break;
      case 'table':
        this.#tables.close();
        break;
      default:
    }
    if (BLOCKS.has(name)) this.#separate();
  }

  finish(): string {
    return this.#writer.finish();
  }

  #beginBlock(name: string): void {
    if (LARGE.has(name)) this.#tables.becomeLayout();
    if (BLOCKS.has(name)) this.#separate();
  }

  #separate(): void {
    if (this.#tables.isInCell) this.#writer.add(' ');
    else this.#writer.endBlock();
  }

  #openItem(): void {
    const list = this.#lists.at(-1);
    if (list?.next === undefined) {
      this.#writer.open('- ', '  ');
      return;
    }
    const mark = `${list.next}. `;
    list.next += 1;
    this.#writer.open(mark, ' '.repeat(mark.length));
  }

  #openInCode(name: string, attributes: Attributes): void {
    const code = this.#code;
    if (code === undefined) return;
    if (name === 'br') code.parts.push('\n');
    if (name === 'code' && code.language === '') code.language = languageOf(attributes);
    code.depth += 1;
  }

  /** Whether the code itself has ended, and not an element inside of it. */
  #closeCode(): boolean {
    const code = this.#code;
    if (code === undefined) return true;
    if (code.depth > 0) {
      code.depth -= 1;
      return false;
    }
    this.#code = undefined;
    this.#writer.writeCode(code.parts.join(''), code.language);
    return true;
  }

  #closeTitle(): void {
    const text = stripHidden((this.#title ?? []).join(''))
      .replace(/\s+/g, ' ')
      .trim();
    this.#title = undefined;
    if (text !== '') this.#foundTitle ??= cutText(text, MAX_TITLE_CHARS);
  }

  #closeLink(): void {
    const link = this.#links.pop();
    if (link?.href === undefined) return;
    const { href, begin } = link;
    const written = this.#writer.end(begin, (text) => (text === href ? `<${href}>` : `[${text}](${href})`));
    // The link is around blocks, and the last of them says where it leads.
    if (written === 'in another block') this.#writer.add(` (${href})`);
  }

  #closeSpan(): void {
    const span = this.#span;
    if (span === undefined) return;
    if (span.inside > 0) {
      span.inside -= 1;
      return;
    }
    this.#span = undefined;
    this.#writer.end(span.begin, (text) => {
      const ticks = '`'.repeat(
        (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0) + 1,
      );
      const space = ticks.length > 1 ? ' ' : '';
      return `${ticks}${space}${text}${space}${ticks}`;
    });
  }

  #addImage(alt = ''): void {
    const text = stripHidden(alt).replace(/\s+/g, ' ').trim();
    if (text !== '') this.#writer.add(`![${text}]`);
  }

  #addBreak(): void {
    if (this.#tables.isInCell) this.#writer.add(' ');
    else this.#writer.breakLine();
  }

  #resolve(href: string | undefined): URL | undefined {
    const url = href === undefined ? undefined : parseUrl(href, this.#base);
    return url?.protocol === 'https:' || url?.protocol === 'http:' ? url : undefined;
  }

  /** The address of a link that leads to another page. */
  #toLink(href: string | undefined): string | undefined {
    if (href === undefined || href.startsWith('#')) return undefined;
    const url = this.#resolve(href);
    return url === undefined || url.href.length > MAX_LINK_CHARS ? undefined : url.href;
  }
}

function languageOf({ class: names = '' }: Attributes): string {
  return /(?:^|\s)(?:language|lang|highlight-source)-([\w+#-]{1,20})/.exec(names)?.[1] ?? '';
}

function readStart(start: string | undefined): number {
  const value = Number(start ?? 1);
  return Number.isSafeInteger(value) ? value : 1;
}
