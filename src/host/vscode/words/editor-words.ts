import { formatCount } from './format-count.js';

/** The buttons of notifications. */
export const BUTTON_TEXTS = { approve: 'Approve', deny: 'Deny', show: 'Show' } as const;

/** The chat, and what could not be done for it; those without a full stop are followed by the reason. */
export const CHAT_TEXTS = {
  name: 'Troupe',
  waiting: 'Troupe waits for your answer',
  stopped: 'You stopped this turn.',
  closed: 'The window closed.',
  replaced: 'You went to another chat.',
  elsewhere: 'This chat is open in another window or program.',
  modeForbids:
    'This turn may change files and run commands, which the chosen mode does not allow. Choose the mode Agent to go on, or send another message.',
  notReadBecause: (reason: string) => `The chat could not be read: ${reason}`,
  notWithdrawn: 'The message could not be taken back',
  notAttached: 'That could not be attached',
  fileNotOpened: 'The file could not be opened',
  symbolNotSearched: 'The symbol could not be looked for',
  codeNotInserted: 'The code could not be inserted',
  codeNotApplied: 'The code could not be applied',
  diffNotOpened: 'The diff could not be opened',
  notDone: 'That could not be done',
  noServers: 'MCP servers run in trusted folders only: trust this folder first.',
  cut: (characters: number) => `(${characters} more characters are not shown)`,
} as const;

/** The light bulb of a problem. */
export const PROBLEM_TEXTS = {
  fix: 'Fix with Troupe',
  explain: 'Explain with Troupe',
} as const;

/** What can be attached, and why something cannot. */
export const ATTACH_TEXTS = {
  title: 'Attach files',
  button: 'Attach',
  notOnDisk: 'The active editor shows no file that is on a disk.',
  nothingSelected: 'Nothing is selected.',
  noChanges: 'Git has no changes in files that it tracks.',
  gitDiff: 'git diff',
  codeToApply: 'Code to apply',
  noOutput: 'Since Troupe started, no terminal has run a command whose output it can read.',
  terminal: (name: string) => `terminal ${name}`,
  notInWorkspace: (name: string) =>
    `${name} is not in this workspace. From other folders, only pictures can be attached.`,
  refused: (name: string, problem: string) => `${name} cannot be attached: ${problem}.`,
  lineOf: (line: number, file: string) => `line ${line} of ${file}`,
  linesOf: (first: number, last: number, file: string) => `lines ${first} to ${last} of ${file}`,
  problems: (count: number) => `${count} in open files`,
  changes: (count: number) => `${count} not committed`,
  cut: (characters: number) => `… ${characters} characters are left out here …`,
} as const;

/** What ends when one leaves a chat. */
export const LEAVE_TEXTS = {
  leave: 'Leave this chat?',
  delete: 'Delete this chat?',
  end: 'End them',
  endOne: 'End it',
  keep: 'Leave them running',
  keepOne: 'Leave it running',
  terminalsRun: (commands: string) => `Its terminals still run ${commands}.`,
  terminal: (id: string) => `terminal ${id}`,
  kept: 'The chat itself is kept.',
  inTrash: 'The chat itself goes to the trash.',
} as const;

/** What notifications say. */
export const NOTICE_TEXTS = {
  finished: 'Troupe has finished.',
  hasStopped: 'Troupe has stopped.',
  ofChat: (title: string, what: string) => `${title}: ${what}`,
  asks: 'Troupe asks before it goes on.',
  asksToRun: (notes: string, command: string) =>
    `Troupe asks to run a command.${notes} The command: ${command}`,
  asksTo: (changes: string, counts: string) => `Troupe asks to ${changes} (${counts})`,
  verbs: { create: 'create', edit: 'change', delete: 'delete' },
} as const;

/** The item in the status bar, and what is wrong with the index. */
export const BAR_TEXTS = {
  asks: 'Troupe asks',
  asksDetails: 'Troupe waits for your answer.',
  noIndex: 'Troupe: no index',
  noIndexDetails: 'The index of files has failed.',
  name: 'Troupe',
  spoken: (details: string) => `Troupe. ${details}`,
  working: 'Troupe is working.',
  incomplete: (files: number) => `The index of files is not complete: ${formatCount(files, 'file')}.`,
  restarting: 'Troupe: restarting',
  restartingDetails: 'The index of files is being restarted.',
  indexing: (files: number) => `Troupe: ${formatCount(files, 'file')}`,
  indexingDetails: 'The files are being indexed.',
  ready: (files: number) => `Ready. ${formatCount(files, 'file')} indexed.`,
  open: 'Open the chat.',
  indexRestarts: 'The index stopped and is being started again.',
  indexStopped: 'The index stopped too often. Restart it; the log says why.',
} as const;

/** What happens to files in the editor. */
export const EDITOR_TEXTS = {
  notApplied: 'The editor did not apply the change. Nothing was changed.',
  notUndone: (names: string) =>
    `The change failed, and the editor could not undo it in ${names}: undo it there.`,
  notSaved: (path: string) =>
    `${path} was changed in the editor and could not be saved: it is unsaved there.`,
  unsaved: (path: string) =>
    `${path} has unsaved changes in the editor. Nothing was changed: save or close it there first.`,
  stale: (path: string) =>
    `${path} was changed in the editor since it was read. Nothing was written: read it again and repeat the change on what it holds now.`,
  noFileOpen: 'No file is open. Open one, and put the cursor where the code should go.',
  takesNoChanges: 'The editor does not take changes.',
} as const;

/** What is wrong with the window, its settings or its models. */
export const SETTING_TEXTS = {
  virtual: (scheme: string) =>
    `This workspace is virtual (${scheme}). Troupe needs a folder on a disk: clone it, or open it where its files are.`,
  closing: 'The window is closing.',
  readingProviders: 'Your providers.json is being read.',
  noProvider: (provider: string) =>
    `There is no provider "${provider}" in your providers.json. Run "Troupe: Select Model".`,
  noModel: 'No model is named. Run "Troupe: Select Model", or set troupe.model.',
  noModelOf: (provider: string) => `The setting troupe.model must name a model of the provider ${provider}.`,
  noOpenaiKey: 'OpenAI requires an API key and none is stored. Run "Troupe: Set API Key".',
  noFallbackKey: (model: string, server: string) =>
    `The fallback ${model} needs an API key for ${server}, and none is stored: choose a model of ${server} once with "Troupe: Select Model".`,
  secretsLocked:
    'The secret storage of the editor cannot be read: it may be locked, or missing on this system.',
  setUpBelow: 'For answers from a language model, choose "Set up a model" below.',
  keyMissing: 'Paste the key.',
  keyBroken: 'This has characters that no key has. Was it copied whole, without quotes?',
  mustBe: (expected: string) => `This must be ${expected}.`,
  settingMustBe: (name: string, expected: string, got: string) =>
    `The setting troupe.${name} must be ${expected}, got ${got}.`,
  defaultIsUsed: (value: string) => `Until then it is ${value}.`,
  oneOf: (values: string) => `one of ${values}`,
  aProvider: '"offline", "openai", "vscode" or the name of a provider in providers.json',
  aText: 'a text',
  anAddress: 'empty or an http or https address without a user name, like "http://localhost:11434/v1"',
  aFlag: 'true or false',
  patterns: 'a list of patterns, each a text',
  wholeNumber: (least: number, most: number) => `a whole number from ${least} to ${most}`,
} as const;

/** The terminals of the agent. */
export const TERMINAL_TEXTS = {
  named: (id: string) => `Troupe ${id}`,
  begins: (id: string, cwd: string) =>
    `Troupe's terminal ${id}, in ${cwd}. Ctrl+C interrupts it; closing it ends what runs in it.`,
} as const;

/** The tools that Troupe offers to other extensions. */
export const INDEX_TOOL_TEXTS = {
  gone: (name: string) => `Troupe has no tool ${name}.`,
  searchesPaths: 'Searching file names with the index of Troupe',
  searchesContents: 'Searching files with the index of Troupe',
  readsTree: 'Reading the tree of folders from the index of Troupe',
} as const;
