/** What a line is seen to use beyond the files of the roots. */
export interface LineUses {
  readonly usesNetwork: boolean;
  readonly writesRepository: boolean;
}

/** The judgement of a call before any person is asked. */
export type Verdict =
  /** `looking`: it only reads, and only what it may read. `working`: a rule allows a part of it. */
  | { readonly kind: 'safe'; readonly world: 'looking' | 'working'; readonly uses: LineUses }
  | {
      readonly kind: 'ask';
      /** Sentences for the person, the first problem first. Never empty. */
      readonly reasons: readonly string[];
      /**
       * The prefixes of commands that would have to be allowed to make the call safe; empty when that is not enough.
       */
      readonly prefixes: readonly (readonly string[])[];
      /**
       * Whether a rule for this very line could allow it: all of its effects are visible in it, and it stays inside.
       */
      readonly canAllowLine: boolean;
      /** Whether a rule asks, however harmless the call is. */
      readonly isByRule: boolean;
      readonly uses: LineUses;
    }
  | { readonly kind: 'deny'; readonly reason: string };

/** The verdict of a call that a person is asked about, and that no rule can allow unless `more` says so. */
export function askAbout(reason: string, more: Partial<Extract<Verdict, { kind: 'ask' }>> = {}): Verdict {
  const uses = { usesNetwork: false, writesRepository: false };
  return {
    kind: 'ask',
    reasons: [reason],
    prefixes: [],
    canAllowLine: false,
    isByRule: false,
    uses,
    ...more,
  };
}
