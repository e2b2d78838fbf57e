/** What came of going back in trouble. */
export interface TroubleReport {
  /** Of two attempts: one that keeps what others have changed, and one that does not. */
  readonly outcomes: readonly { readonly code: string; readonly message: string }[];
  /** The files that the attempts have written to, or that have come or gone. */
  readonly changed: readonly string[];
  /** Whether everything came back when the trouble was over. */
  readonly isRestored: boolean;
  readonly leftInJournal: number;
}
