/** A run of text without a break between its blocks, and the nodes that it comes from. */
interface TextRun {
  readonly text: string;
  /** `start`: where the node begins in the text. Units: UTF-16 units. */
  readonly nodes: readonly { readonly node: Text; readonly start: number }[];
}

// Elements that do not interrupt a line of text.
const INLINE = new Set('A ABBR B BDI BUTTON CODE DEL EM I KBD MARK SMALL SPAN STRONG SUB SUP U'.split(' '));

// What is not part of the conversation's text: the words of screen readers, icons and buttons of the view itself.
const SKIPPED = '.for-screen-readers, [aria-hidden="true"], .more, .code-bar';

// More than fits on a screen of an answer that consists of matches. The rest is counted and not highlighted.
const MAX_RANGES = 1_000;

/** The pattern that finds a text in either case. */
export function patternOf(query: string): RegExp {
  return new RegExp(query.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`), 'giu');
}

/** The texts of an element, in their order. */
export function listTexts(root: Element): readonly string[] {
  return listRuns(root).map(({ text }) => text);
}

export function countMatches(texts: readonly string[], pattern: RegExp): number {
  return texts.reduce((count, text) => count + (text.match(pattern)?.length ?? 0), 0);
}

/** Where the pattern matches in an element, in the order of `listTexts`. */
export function listRanges(root: Element, pattern: RegExp): readonly Range[] {
  const ranges: Range[] = [];
  for (const run of listRuns(root))
    for (const { index, 0: match } of run.text.matchAll(pattern)) {
      if (ranges.length === MAX_RANGES) return ranges;
      ranges.push(rangeOf(run, index, index + match.length));
    }
  return ranges;
}

function listRuns(root: Element): readonly TextRun[] {
  const runs: TextRun[] = [];
  let text = '';
  let nodes: { node: Text; start: number }[] = [];
  const end = (): void => {
    if (text !== '') runs.push({ text, nodes });
    text = '';
    nodes = [];
  };
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) =>
    node instanceof Element && node.matches(SKIPPED) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  );
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node instanceof Text) {
      nodes.push({ node, start: text.length });
      text += node.data;
    } else if (!INLINE.has(node.nodeName)) end();
  }
  end();
  return runs;
}

function rangeOf({ nodes }: TextRun, start: number, end: number): Range {
  const range = document.createRange();
  const first = nodes.findLast((place) => place.start <= start);
  const last = nodes.findLast((place) => place.start < end);
  if (first !== undefined && last !== undefined) {
    range.setStart(first.node, start - first.start);
    range.setEnd(last.node, end - last.start);
  }
  return range;
}
