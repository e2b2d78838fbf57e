/** A mention that is being typed. */
export interface TypedMention {
  /** Where its `@` is. Units: UTF-16 units. */
  readonly start: number;
  /** What stands between the `@` and the caret. */
  readonly query: string;
}

// Longer than any path that somebody types by hand.
const MAX_QUERY_CHARS = 200;

// What may stand before the `@`: an address of mail is no mention.
const MENTION = new RegExp(String.raw`(?:^|[\s([{"'\x60,;])@([^\s@]{0,${MAX_QUERY_CHARS}})$`);

/** The mention that ends at the caret, if one does. */
export function mentionAt(text: string, caret: number): TypedMention | undefined {
  // The query, its `@` and what stands before that.
  const before = text.slice(Math.max(0, caret - MAX_QUERY_CHARS - 2), caret);
  const query = MENTION.exec(before)?.[1];
  return query === undefined ? undefined : { start: caret - query.length - 1, query };
}
