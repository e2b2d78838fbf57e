export type Environment = Readonly<Record<string, string | undefined>>;

/** Inside a git hook these variables point to the hook's repository instead of the directory's own. */
const OF_ANOTHER_REPOSITORY = new Set([
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_COMMON_DIR',
  'GIT_OBJECT_DIRECTORY',
  'GIT_CONFIG',
  'GIT_PREFIX',
]);

const OWN_ENVIRONMENT = {
  // Otherwise git would refresh the index, which our own watcher would report.
  GIT_OPTIONAL_LOCKS: '0',
  // Otherwise git would fetch missing objects by whatever program the repository's remote configures.
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: '',
  GIT_TERMINAL_PROMPT: '0',
  // Callers recognize git's messages by their English text.
  LC_ALL: 'C',
};

/** An environment for git in which it works on the repository of its directory, and neither writes, fetches nor asks. */
export function gitEnvironment(env: Environment): Record<string, string | undefined> {
  const own = Object.entries(env).filter(([name]) => !OF_ANOTHER_REPOSITORY.has(name));
  return { ...Object.fromEntries(own), ...OWN_ENVIRONMENT };
}
