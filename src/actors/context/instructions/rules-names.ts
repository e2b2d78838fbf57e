/** The rules file of a folder. */
export const RULES_FILE = 'AGENTS.md';

/** The rules files that are read in a folder without a `RULES_FILE`: those that other agents have. */
export const OTHER_RULES_FILES: readonly string[] = ['CLAUDE.md', '.cursorrules'];
