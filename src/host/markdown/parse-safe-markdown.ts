import type { MarkedToken, Token, Tokens } from 'marked';
import { parsePlaceLink } from './parse-place-link.js';
import { parseSafeLink } from './parse-safe-link.js';
import { toVisibleText } from './visible-text.js';
import { BoundedLexer } from './bounded-lexer.js';
import { decodeEntities } from './decode-entities.js';
import type { Block, BlockNode, InlineNode, ListItem } from './markdown-node.js';

// The limit for one block: a table of 400 rows and 4 columns is below it. A larger block is shown as plain text.
const MAX_NODES_IN_BLOCK = 5_000;

// Longer texts are collapsed behind "show more"; one of this length fills a few screens and is drawn at once.
const MAX_LEAF_CHARS = 4_000;

/** The blocks of a Markdown text, in order, and whether any of them defines link addresses. */
interface MarkdownBlocks {
  readonly blocks: readonly Block[];
  readonly hasDefinitions: boolean;
}

/**
 * Converts the Markdown of a model to a tree of known nodes, without HTML. HTML becomes code or text, an image a link,
 * an unsafe link its text and address, and hidden characters become visible.
 * Shape: the `raw` of all blocks together is the text, except for white space at its end; each is as long as its
 * source.
 * Errors: none; a text that the parser cannot handle is one paragraph.
 * Cost: bounded for each character, for any text.
 */
export function parseSafeMarkdown(text: string): MarkdownBlocks {
  const lexed = lex(text);
  if (lexed === undefined) return { blocks: [createPlainBlock(text)], hasDefinitions: false };
  const blocks: Block[] = [];
  let space = '';
  for (const token of lexed) {
    const last = blocks.at(-1);
    if (token.type !== 'space') blocks.push({ raw: space + token.raw, node: toBlock(token) });
    // Empty lines belong to the block above, which the next text may still continue.
    else if (last !== undefined) blocks[blocks.length - 1] = { ...last, raw: last.raw + token.raw };
    space = token.type === 'space' && last === undefined ? space + token.raw : '';
  }
  return { blocks, hasDefinitions: Object.keys(lexed.links).length > 0 };
}

/** One paragraph with the raw text. */
export function createPlainBlock(raw: string): Block {
  return { raw, node: { type: 'paragraph', children: [{ type: 'plain', text: raw }] } };
}

function lex(text: string) {
  try {
    return new BoundedLexer({ gfm: true }).lex(text);
  } catch {
    // The lexer throws when it detects an endless loop.
    return undefined;
  }
}

function toBlock(token: Token): BlockNode {
  try {
    return new Converter().block(token);
  } catch (error) {
    if (error instanceof TooManyNodesError) return createPlainBlock(token.raw).node;
    throw error;
  }
}

class TooManyNodesError extends Error {}

/** Converts the tokens of one block to nodes, and counts them. */
class Converter {
  #nodesLeft = MAX_NODES_IN_BLOCK;

  block(token: Token): BlockNode {
    this.#count();
    const known = token as MarkedToken;
    switch (known.type) {
      case 'heading':
        return { type: 'heading', level: known.depth, children: this.#inline(known.tokens) };
      case 'paragraph':
        return { type: 'paragraph', children: this.#inline(known.tokens) };
      case 'text':
        return {
          type: 'line',
          children: known.tokens === undefined ? [leaf(known.text)] : this.#inline(known.tokens),
        };
      case 'code':
        return { type: 'code', language: languageOf(known), text: known.text };
      case 'blockquote':
        return { type: 'quote', children: this.#blocks(known.tokens) };
      case 'list':
        return this.#list(known);
      case 'table':
        return {
          type: 'table',
          align: known.align,
          header: known.header.map(({ tokens }) => this.#inline(tokens)),
          rows: known.rows.map((row) => row.map(({ tokens }) => this.#inline(tokens))),
        };
      case 'html':
        return { type: 'code', language: 'html', text: known.text };
      case 'hr':
        return { type: 'rule' };
      case 'def':
        return { type: 'definition' };
      default:
        return { type: 'paragraph', children: [leaf(token.raw)] };
    }
  }

  #blocks(tokens: readonly Token[]): BlockNode[] {
    return tokens
      .filter(({ type }) => type !== 'space' && type !== 'checkbox')
      .map((token) => this.block(token));
  }

  #list(list: Tokens.List): BlockNode {
    const items = list.items.map((item): ListItem => {
      const children = this.#blocks(item.tokens);
      return item.task ? { isChecked: item.checked === true, children } : { children };
    });
    return list.ordered ? { type: 'list', start: Number(list.start), items } : { type: 'list', items };
  }

  #inline(tokens: readonly Token[]): InlineNode[] {
    return tokens.filter(({ type }) => type !== 'checkbox').flatMap((token) => this.#inlineNodes(token));
  }

  #inlineNodes(token: Token): readonly InlineNode[] {
    this.#count();
    const known = token as MarkedToken;
    switch (known.type) {
      case 'text':
        if (known.tokens !== undefined) return this.#inline(known.tokens);
        return [leaf(known.escaped === true ? known.text : decodeEntities(known.text))];
      case 'escape':
        return [leaf(known.text)];
      case 'codespan':
        return [{ type: 'code', text: toVisibleText(known.text) }];
      case 'strong':
      case 'em':
      case 'del':
        return [{ type: known.type, children: this.#inline(known.tokens) }];
      case 'br':
        return [{ type: 'break' }];
      case 'link':
        return known.autolink === true
          ? followable(known.href, [leaf(known.text)])
          : followable(decodeEntities(known.href), this.#inline(known.tokens));
      case 'image':
        return this.#image(known);
      default:
        return [leaf(token.raw)];
    }
  }

  /** Images are not loaded: the person can open the link. */
  #image(image: Tokens.Image): InlineNode[] {
    const text = decodeEntities(image.text);
    return followable(decodeEntities(image.href), [leaf(text === '' ? 'image' : `image: ${text}`)]);
  }

  #count(): void {
    this.#nodesLeft--;
    if (this.#nodesLeft < 0) throw new TooManyNodesError();
  }
}

function leaf(text: string): InlineNode {
  return text.length > MAX_LEAF_CHARS ? { type: 'plain', text } : { type: 'text', text: toVisibleText(text) };
}

/** The link if it is safe or leads to a file of the workspace, otherwise its text and address. */
function followable(address: string, children: readonly InlineNode[]): InlineNode[] {
  const link = parseSafeLink(address);
  const place = link === undefined ? parsePlaceLink(address) : undefined;
  if (place !== undefined)
    return [
      isOwnAddress(children, address)
        ? { type: 'place', place, children }
        : { type: 'place', place, address: toVisibleText(address), children },
    ];
  if (link === undefined)
    return isOwnAddress(children, address) ? [...children] : [...children, leaf(` (${address})`)];
  const { href, target } = link;
  return [
    isOwnAddress(children, href)
      ? { type: 'link', href, children }
      : { type: 'link', href, target, children },
  ];
}

/** Whether the text of a link is its own address, except for differences that do not change the target. */
function isOwnAddress(children: readonly InlineNode[], address: string): boolean {
  const [only] = children;
  return children.length === 1 && only?.type === 'text' && bare(only.text) === bare(address);
}

function bare(address: string): string {
  return address.replace(/^(?:https?:\/\/|mailto:)/i, '').replace(/\/$/, '');
}

/** The language of a fence: `ts` in `ts title="main.ts"`. */
function languageOf({ lang = '' }: Tokens.Code): string {
  return toVisibleText(/^\S*/.exec(lang)?.[0] ?? '');
}
