/** Which instructions a host reads: rules files, skills, and commands of people's own. */
export interface InstructionsOptions {
  /** Whether those of the workspace are read, which anybody may have written. Default: true. */
  readonly workspace?: boolean;
  /**
   * Instructions of the program itself, which the system prompt ends with. They guide the model and permit nothing. A
   * conversation that has begun gets other ones with its next compaction. Default: none.
   */
  readonly text?: string;
  /** The folder with those of the person, outside of every root. Absolute. Default: none. */
  readonly ownFolder?: string;
  /** A rules file of the person, beside that of their folder; it may lie anywhere. Absolute. Default: none. */
  readonly ownFile?: string;
}
