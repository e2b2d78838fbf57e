import type { ComponentChild } from 'preact';
import type { InlineNode } from '../../../../markdown/markdown-node.js';
import type { TextLimit } from '../../text/clamp-text.js';
import { findCodePlace, splitAtPlaces } from '../../text/split-at-places.js';
import { findSymbol } from '../../text/find-symbol.js';
import { LongText } from '../parts/long-text.js';
import { PlaceLink } from '../parts/place-link.js';
import { SymbolLink } from '../parts/symbol-link.js';

// A few screens in a narrow view.
const LIMIT: TextLimit = { maxChars: 4_000, maxLines: 80 };

interface Props {
  readonly nodes: readonly InlineNode[];
  /** Whether they are the text of a link, which has no links in it. */
  readonly isLinked?: boolean;
}

export function Inline({ nodes, isLinked = false }: Props) {
  return <>{nodes.map((node, key) => drawNode(node, key, isLinked))}</>;
}

function drawNode(node: InlineNode, key: number, isLinked: boolean): ComponentChild {
  switch (node.type) {
    case 'text':
      return isLinked ? node.text : drawProse(node.text);
    case 'plain':
      return (
        <span key={key} class="as-written">
          <LongText text={node.text} limit={LIMIT} />
        </span>
      );
    case 'code':
      return isLinked ? <code key={key}>{node.text}</code> : drawCode(node.text, key);
    case 'strong':
    case 'em':
    case 'del': {
      const Tag = node.type;
      return (
        <Tag key={key}>
          <Inline nodes={node.children} isLinked={isLinked} />
        </Tag>
      );
    }
    case 'link':
      return (
        <span key={key}>
          <a href={node.href} title={node.href}>
            <Inline nodes={node.children} isLinked />
          </a>
          {node.target !== undefined && <span class="link-target"> ({node.target})</span>}
        </span>
      );
    case 'place':
      return (
        <PlaceLink key={key} place={node.place}>
          <Inline nodes={node.children} isLinked />
        </PlaceLink>
      );
    default:
      return <br key={key} />;
  }
}

function drawProse(text: string): ComponentChild {
  const parts = splitAtPlaces(text);
  if (parts.length === 1 && parts[0]?.place === undefined) return text;
  return parts.map(({ text: shown, place }, index) =>
    place === undefined ? (
      shown
    ) : (
      <PlaceLink key={index} place={place}>
        {shown}
      </PlaceLink>
    ),
  );
}

/** A code span; it is a link if all of it is a place or the name of a symbol. */
function drawCode(text: string, key: number): ComponentChild {
  const place = findCodePlace(text);
  const symbol = place === undefined ? findSymbol(text) : undefined;
  return (
    <code key={key}>
      {place !== undefined ? (
        <PlaceLink place={place}>{text}</PlaceLink>
      ) : symbol !== undefined ? (
        <SymbolLink name={symbol}>{text}</SymbolLink>
      ) : (
        text
      )}
    </code>
  );
}
