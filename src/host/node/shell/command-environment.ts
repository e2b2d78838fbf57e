/** Names each process that a command starts, also when it has left the command's process group. */
const MARK_VARIABLE = 'TROUPE_COMMAND';

// Companies whose keys Troupe may have been given through its environment.
const PROVIDERS =
  'ANTHROPIC|AZURE|CEREBRAS|COHERE|DASHSCOPE|DEEPSEEK|FIREWORKS|GEMINI|GOOGLE|GROQ|MISTRAL|MOONSHOT|OPENAI|OPENROUTER|PERPLEXITY|TOGETHER|XAI|ZHIPU';

const LEFT_OUT: readonly RegExp[] = [
  // Troupe's own, and keys of models. What lets a person's own programs in, such as GITHUB_TOKEN, NPM_TOKEN or
  // AWS_SECRET_ACCESS_KEY, stays: a command that may push or publish needs it.
  /^TROUPE_/i,
  /(?:^|_)API_?KEYS?$/i,
  new RegExp(`^(?:${PROVIDERS})_.*(?:KEY|TOKEN|SECRET)`, 'i'),
  // What the editor around us told us and no other program: with ELECTRON_RUN_AS_NODE, Electron apps do not start.
  /^(?:ELECTRON|VSCODE)_/i,
  /^NODE_(?:CHANNEL_FD|CHANNEL_SERIALIZATION_MODE|UNIQUE_ID)$/i,
  // Both would open a window that waits for a person.
  /^(?:GIT|SSH)_ASKPASS$/i,
];

/** Nothing pages, nothing asks, nothing opens an editor: nobody is there to answer. */
const QUIET: NodeJS.ProcessEnv = {
  TERM: 'dumb',
  PAGER: 'cat',
  GIT_PAGER: 'cat',
  MANPAGER: 'cat',
  SYSTEMD_PAGER: '',
  GIT_TERMINAL_PROMPT: '0',
  EDITOR: 'true',
  VISUAL: 'true',
  GIT_EDITOR: 'true',
  GIT_SEQUENCE_EDITOR: 'true',
};

/** The environment of a command: ours, without our keys and without what would wait for a person. */
export function commandEnvironment(own: NodeJS.ProcessEnv, mark: string): NodeJS.ProcessEnv {
  const passed = Object.entries(own).filter(([name]) => LEFT_OUT.every((pattern) => !pattern.test(name)));
  // Whoever runs us as a command must find what we run.
  const outer = own[MARK_VARIABLE];
  return {
    ...Object.fromEntries(passed),
    ...QUIET,
    [MARK_VARIABLE]: outer === undefined ? mark : `${outer}:${mark}`,
  };
}
