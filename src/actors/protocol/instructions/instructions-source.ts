/** Whose text it is: files of the workspace, which anybody may have written, or the person's own. */
export type InstructionsSource = 'workspace' | 'person';
