/** A mention that is being typed. */
export interface TypedMention {
  /** The index of its `@`. Units: UTF-16 units. */
  readonly start: number;
  /** The text between the `@` and the caret. */
  readonly query: string;
}

// Longer than any path that a person types.
const MAX_QUERY_CHARS = 200;

// Characters that may precede the `@`, so that an e-mail address is not a mention.
const MENTION = new RegExp(String.raw`(?:^|[\s([{"'\x60,;])@([^\s@]{0,${MAX_QUERY_CHARS}})$`);

/** The mention that ends at the caret; `undefined` when there is none. */
export function findMentionAt(text: string, caret: number): TypedMention | undefined {
  // The query, its `@` and the character before that.
  const before = text.slice(Math.max(0, caret - MAX_QUERY_CHARS - 2), caret);
  const query = MENTION.exec(before)?.[1];
  return query === undefined ? undefined : { start: caret - query.length - 1, query };
}
