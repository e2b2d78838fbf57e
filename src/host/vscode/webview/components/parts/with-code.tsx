import { toVisibleText } from '../../../../markdown/visible-text.js';

// A run of backticks, text, and a run of as many.
const CODE = /(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)/g;

/** A sentence in which what stands in backticks, as `quote` writes it, is code. Nothing else of it is read as Markdown. */
export function WithCode({ text }: { readonly text: string }) {
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(CODE)) {
    parts.push(toVisibleText(text.slice(end, match.index)));
    parts.push(<code dir="ltr">{toVisibleText((match[2] ?? '').replace(/^ (.*) $/, '$1'))}</code>);
    end = match.index + match[0].length;
  }
  return (
    <bdi>
      {parts}
      {toVisibleText(text.slice(end))}
    </bdi>
  );
}
