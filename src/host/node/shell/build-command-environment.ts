/** Marks every process that a command starts, even if the process has left the command's process group. */
const MARK_VARIABLE = 'TROUPE_COMMAND';

// Companies whose API keys may be in Troupe's environment.
const PROVIDERS =
  'ANTHROPIC|AZURE|CEREBRAS|COHERE|DASHSCOPE|DEEPSEEK|FIREWORKS|GEMINI|GOOGLE|GROQ|MISTRAL|MOONSHOT|OPENAI|OPENROUTER|PERPLEXITY|TOGETHER|XAI|ZHIPU';

const LEFT_OUT: readonly RegExp[] = [
  // Troupe's own variables, and keys of models. Credentials for other programs, such as GITHUB_TOKEN, NPM_TOKEN or
  // AWS_SECRET_ACCESS_KEY, stay: a command that may push or publish needs them.
  /^TROUPE_/i,
  /(?:^|_)API_?KEYS?$/i,
  new RegExp(`^(?:${PROVIDERS})_.*(?:KEY|TOKEN|SECRET)`, 'i'),
  // Variables that the editor sets for its own processes: with ELECTRON_RUN_AS_NODE, Electron apps do not start.
  /^(?:ELECTRON|VSCODE)_/i,
  /^NODE_(?:CHANNEL_FD|CHANNEL_SERIALIZATION_MODE|UNIQUE_ID)$/i,
  // Both would open a window that waits for a person.
  /^(?:GIT|SSH)_ASKPASS$/i,
];

/** Keeps programs from opening a pager, a prompt or an editor: nobody is there to respond. */
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

/**
 * The environment of a command: that of this process, without Troupe's keys and without variables that make programs
 * wait for a person.
 */
export function buildCommandEnvironment(own: NodeJS.ProcessEnv, mark: string): NodeJS.ProcessEnv {
  const passed = Object.entries(own).filter(([name]) => LEFT_OUT.every((pattern) => !pattern.test(name)));
  // If Troupe itself runs in a command of another Troupe, the outer one must find these processes as well.
  const outer = own[MARK_VARIABLE];
  return {
    ...Object.fromEntries(passed),
    ...QUIET,
    [MARK_VARIABLE]: outer === undefined ? mark : `${outer}:${mark}`,
  };
}
