/** What the first screen says: what Troupe is, and that it asks. */
export const INTRODUCTION: readonly string[] = [
  'Troupe answers questions about your code and changes it with you.',
  'It reads and searches by itself. Before it edits a file or runs a command, it asks you.',
  'Type @ to point at files, a selection or problems, and / for commands.',
];

/** What the first screen adds while no model is set up. */
export const WITHOUT_MODEL =
  'For that it needs a language model. Without one it can find, search and show files.';

/** What one asks an agent about the open file, by its name. */
export const FILE_QUESTIONS: readonly ((name: string) => string)[] = [
  (name) => `Explain ${name}`,
  (name) => `Find bugs in ${name}`,
  (name) => `Write a test for ${name}`,
];

/** What one asks an agent about a folder. */
export const FOLDER_QUESTIONS: readonly string[] = [
  'What does this project do, and where does it start?',
  'How do I build and test it?',
];

/** What the built-in search can answer in any workspace. */
export const SEARCH_QUESTIONS: readonly string[] = [
  'What is in this workspace?',
  'Find *.json',
  'Search for TODO',
];
