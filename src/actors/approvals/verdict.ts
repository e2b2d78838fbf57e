/** What is thought of a call before anybody is asked. */
export type Verdict =
  /** It only reads, and only what may be read. */
  | { readonly kind: 'safe' }
  | {
      readonly kind: 'ask';
      /** Sentences for the person, the first problem first. Never empty. */
      readonly reasons: readonly string[];
      /** Beginnings of commands that would have to be allowed for it to be safe; none when that is not enough. */
      readonly prefixes: readonly (readonly string[])[];
      /** Whether it would be enough to allow this very line: it says all that it does, and stays inside. */
      readonly canAllowLine: boolean;
      /** Whether a rule wants it asked about, however harmless it is. */
      readonly isByRule: boolean;
    }
  | { readonly kind: 'deny'; readonly reason: string };
