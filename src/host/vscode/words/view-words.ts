import { formatCount } from './format-count.js';

/** The name of the product, and what shows before there is anything else. */
export const VIEW_TEXTS = {
  name: 'Troupe',
  you: 'You',
  starting: 'Starting…',
  chat: 'Chat',
  turn: 'Turn',
  table: 'Table',
} as const;

/** The first screen. */
export const WELCOME_TEXTS = {
  welcome: 'Welcome',
  introduction: [
    'Troupe answers questions about your code and changes it with you.',
    'It reads and searches by itself. Before it edits a file or runs a command, it asks you.',
    'Type @ to point at files, a selection or problems, and / for commands.',
  ],
  withoutModel: 'For that it needs a language model. Without one it can find, search and show files.',
  setUpModel: 'Set up a model',
  examples: 'Examples',
  fileQuestions: [
    (name: string) => `Explain ${name}`,
    (name: string) => `Find bugs in ${name}`,
    (name: string) => `Write a test for ${name}`,
  ],
  folderQuestions: ['What does this project do, and where does it start?', 'How do I build and test it?'],
  searchQuestions: ['What is in this workspace?', 'Find *.json', 'Search for TODO'],
} as const;

/** The message box with its buttons, and the messages that wait above it. */
export const COMPOSER_TEXTS = {
  composer: 'New message',
  message: 'Message',
  placeholder: 'Ask, or type @ to point at files',
  attach: 'Attach files',
  attachTitle: 'Attach files and pictures',
  attached: 'Attached to the message',
  mention: 'Mention',
  mentionTitle: 'Mention a file, the selection, problems and more (@)',
  send: 'Send',
  sendTitle: 'Send (Enter)',
  queue: 'Queue',
  queueTitle: 'Send at the next step (Enter). Ctrl+Enter interrupts and sends now.',
  stop: 'Stop',
  stopTitle: 'Stop (Escape)',
  remove: 'Remove',
  removeNamed: (name: string) => `Remove ${name}`,
  queued: 'Waiting messages',
  queuedWhileRunning: 'Sent at the next step:',
  queuedWhileStopped: 'Sent with your next message:',
  edit: 'Edit',
  editQueued: (text: string) => `Edit “${text}”`,
  removeQueued: (text: string) => `Remove “${text}”`,
} as const;

/** The modes. */
export const MODE_TEXTS = {
  mode: 'Mode',
  current: (mode: string) => `Mode: ${mode}`,
  ask: { label: 'Ask', description: 'Answers without tools' },
  gather: { label: 'Read only', description: 'Reads and searches, changes nothing' },
  plan: {
    label: 'Plan first',
    description: 'Reads, and proposes steps that you approve before anything changes',
  },
  agent: { label: 'Agent', description: 'May edit files and run commands, and asks you first' },
  needsTrust: 'Not available in restricted mode: trust this folder first',
} as const;

/** The commands that a message may begin with. */
export const COMMAND_TEXTS = {
  newChat: 'Start a new chat',
  modeAsk: 'Answer without tools',
  modeGather: 'Read and search, change nothing',
  modePlan: 'Propose a plan first, change nothing before you approve it',
  modeAgent: 'Edit and run, after asking',
  model: 'Choose a model',
  key: 'Set an API key',
  settings: 'Open the settings of Troupe',
  output: 'Show the log of Troupe',
} as const;

/** The list of what a mention may mean. */
export const MENTION_TEXTS = {
  suggestions: 'Suggestions',
  count: (count: number) => formatCount(count, 'suggestion'),
  commands: 'Commands',
  files: 'Files',
  folders: 'Folders',
  filesAndFolders: 'Files and folders',
  openFiles: 'Open files',
  recentFiles: 'Recent files',
  symbols: 'Symbols',
  fromEditor: 'From the editor',
  contents: { selection: 'Selection', problems: 'Problems', terminal: 'Terminal', changes: 'Changes' },
  moreSymbols: 'Symbols…',
  symbolsDetail: 'functions, classes and more, by name',
  typeFile: 'Type a part of a file name.',
  typeSymbol: 'Type a part of the name of a symbol.',
  noFile: (query: string) => `No file matches “${query}”.`,
  noSymbol: (query: string) => `No symbol matches “${query}”.`,
} as const;

/** What is attached to a message, and why a file cannot be. */
export const ATTACHMENT_TEXTS = {
  ofMessage: 'Files of this message',
  problems: 'Problems',
  problemsIn: (name: string) => `Problems in ${name}`,
  unreadable: (name: string) => `${name} cannot be attached: it could not be read.`,
  otherImage: (name: string) => `${name} cannot be attached: pictures have to be PNG, JPEG, GIF or WebP.`,
  largeImage: (name: string, size: string, limit: string) =>
    `${name} cannot be attached: it has ${size} MB, and a picture may have at most ${limit} MB.`,
  longText: (name: string) =>
    `${name} cannot be attached: it is not in this workspace, and it is longer than a model can read.`,
  binary: (name: string) => `${name} cannot be attached: it is neither text nor a picture.`,
} as const;

/** What stands in the way of a message, above the message box. */
export const STATUS_TEXTS = {
  noModel: 'No language model is set up: Troupe can only find, search and show.',
  noFolder: 'No folder is open: the model answers from this chat alone, without files and commands.',
  restricted: 'Restricted mode: Troupe reads and changes nothing.',
  manageTrust: 'Manage trust',
  restartIndex: 'Restart index',
  terminals: (count: number) =>
    `${formatCount(count, 'terminal')} of Troupe ${count === 1 ? 'is' : 'are'} open.`,
  showTerminals: 'Show',
  /** The buttons beside a problem, by the command that helps. */
  remedies: {
    openFolder: 'Open folder',
    openSettings: 'Open settings',
    selectModel: 'Set up a model',
    setApiKey: 'Set API key',
    showOutput: 'Show log',
  },
  indexStarting: 'Starting the index…',
  indexing: (files: number) => `Indexing the folder: ${formatCount(files, 'file')} so far`,
  /** The reason follows, or a full stop. */
  indexIncomplete: 'The index is incomplete',
  indexFailed: 'The index failed',
  indexRestarting: 'Restarting the index',
} as const;

/** The turns of a chat. */
export const TURN_TEXTS = {
  thinking: 'Thinking…',
  working: 'Working…',
  sending: 'Sending…',
  stopped: 'You stopped this turn.',
  interrupted: 'This turn was interrupted: the window closed before it ended.',
  noAnswer: 'The model ended its turn without an answer.',
  brokenStep: 'This step cannot be shown.',
  waitsForStep: 'Waiting: the model reads this at its next step.',
  waitsForMessage: 'The model reads this with your next message.',
  thought: 'Thought',
  thoughtFor: (time: string) => `Thought for ${time}`,
  retry: (seconds: number, attempt: number, maxAttempts: number) =>
    `Trying again${seconds > 0 ? ` in ${seconds} s` : ''} (try ${attempt} of ${maxAttempts}).`,
  retried: (attempt: number, maxAttempts: number) => `Tried again (try ${attempt} of ${maxAttempts}).`,
  goesOn: (model: string) => `${model} goes on with this turn.`,
  tokens: (input: number, cached: number, output: number) =>
    `${formatCount(input, 'token')} in${cached > 0 ? ` (${formatCount(cached, 'cached', 'cached')})` : ''}, ${formatCount(output, 'token')} out`,
  showLater: 'Show later',
  showEarlier: 'Show earlier',
  showEarlierSteps: (steps: number) => `Show earlier (${formatCount(steps, 'step')})`,
  asks: 'Troupe asks',
  jumpToEnd: 'Jump to end',
  newBelow: 'Something new is below.',
} as const;

/** What one can do with places, code, output and turns. */
export const ACTION_TEXTS = {
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Copy failed',
  insert: 'Insert at the cursor',
  apply: 'Apply to file',
  runInTerminal: 'Put into a terminal, without running it',
  goOn: 'Go on',
  retry: 'Retry',
  sendAgain: 'Send again',
  open: (name: string) => `Open ${name}`,
  goTo: (name: string) => `Go to ${name}`,
  showMoreLeft: (rest: string) => `Show more (${rest} left)`,
  showMoreBefore: (rest: string) => `Show more (${rest} before)`,
  lines: (count: number) => formatCount(count, 'line'),
  characters: (count: number) => formatCount(count, 'character'),
} as const;

/** What can be done about an error, by its code. */
export const ERROR_TEXTS = {
  showLog: 'Show log',
  setKey: 'Set API key',
  selectModel: 'Select model',
  openSettings: 'Open settings',
  restartIndex: 'Restart index',
  advice: {
    LLM_AUTH: 'Set the key that the model server asks for, then try again.',
    // What a server has refused says by itself what can help: other words do not against a quota.
    LLM_REQUEST: '',
    CONTEXT_OVERFLOW: 'Send a shorter message, attach less, or choose a model with a larger window.',
    LLM_RESPONSE: 'Try again, or choose another model.',
    LLM_CONNECTION: 'Check the network and the address of the model server, then try again.',
    LLM_RATE_LIMIT: 'Wait a moment, then try again.',
    MAX_ITERATIONS: 'Send “continue” to go on, or ask for less at once.',
    SETTINGS: 'Change the setting, then try again.',
    PATTERN_SYNTAX: 'Change the pattern in the settings, then try again.',
    ENGINE_BUSY: 'Wait for the answer that is being written, or stop it.',
    ACTOR_LOST: 'Try again; if that does not help, restart the index.',
  },
  otherAdvice: 'Try again; the log says more.',
} as const;

/** What a tool does with something. `plain`: what it was to do and has not done. */
export const VERBS = {
  read: { plain: 'Read', running: 'Reading', done: 'Read', failed: 'Could not read' },
  list: { plain: 'List', running: 'Listing', done: 'Listed', failed: 'Could not list' },
  lookThrough: {
    plain: 'Look through',
    running: 'Looking through',
    done: 'Looked through',
    failed: 'Could not look through',
  },
  search: { plain: 'Search', running: 'Searching', done: 'Searched', failed: 'Could not search' },
  update: { plain: 'Update', running: 'Updating', done: 'Updated', failed: 'Could not update' },
  check: { plain: 'Check', running: 'Checking', done: 'Checked', failed: 'Could not check' },
  create: { plain: 'Create', running: 'Creating', done: 'Created', failed: 'Could not create' },
  delete: { plain: 'Delete', running: 'Deleting', done: 'Deleted', failed: 'Could not delete' },
  edit: { plain: 'Edit', running: 'Editing', done: 'Edited', failed: 'Could not edit' },
  writeNew: { plain: 'Write', running: 'Writing', done: 'Created', failed: 'Could not write' },
  rewrite: { plain: 'Write', running: 'Writing', done: 'Rewrote', failed: 'Could not write' },
  run: { plain: 'Run', running: 'Running', done: 'Ran', failed: 'Could not run' },
  interrupt: {
    plain: 'Interrupt',
    running: 'Interrupting',
    done: 'Interrupted',
    failed: 'Could not interrupt',
  },
  open: { plain: 'Open', running: 'Opening', done: 'Opened', failed: 'Could not open' },
  close: { plain: 'Close', running: 'Closing', done: 'Closed', failed: 'Could not close' },
  fetch: { plain: 'Fetch', running: 'Fetching', done: 'Fetched', failed: 'Could not fetch' },
  propose: { plain: 'Propose', running: 'Proposing', done: 'Proposed', failed: 'Could not propose' },
  judge: { plain: 'Judge', running: 'Judging', done: 'Judged', failed: 'Could not judge' },
  use: { plain: 'Use', running: 'Using', done: 'Used', failed: 'Could not use' },
} as const;

/** What a tool does something with, behind its verb. */
export const OBJECT_TEXTS = {
  fileNamesFor: 'file names for ',
  for: ' for ',
  theWebFor: 'the web for ',
  aPage: 'a page',
  in: ' in ',
  inTerminal: (terminal: string) => ` in ${terminal}`,
  theTodoList: 'the to-do list',
  aPlan: 'a plan',
  theStep: 'the step',
  aFile: 'a file',
  files: (count: number) => formatCount(count, 'file'),
  theFolder: 'the folder ',
  theWorkspace: 'the workspace',
  aTerminal: 'a terminal',
  theTerminal: 'the terminal',
  terminal: (id: string) => `terminal ${id}`,
  outputOf: (terminal: string) => `the output of ${terminal}`,
  commandIn: (terminal: string) => `the command in ${terminal}`,
} as const;

/** What came of a step, in a word or two. */
export const OUTCOME_TEXTS = {
  denied: 'Denied',
  notAllowed: 'Not allowed',
  stopped: 'Stopped',
  timedOut: 'timed out',
  noSuchTool: 'There is no such tool',
  notInMode: 'This mode does not allow it',
  stillRunning: 'still running',
  endedBy: (signal: string) => `ended by ${signal}`,
  exit: (code: number) => `exit ${code}`,
  /** What a tool counts: one of it, and many. */
  step: ['step', 'steps'],
  asExpected: 'as expected',
  notAsExpected: 'not as expected',
  entry: ['entry', 'entries'],
  hit: ['hit', 'hits'],
  problem: ['problem', 'problems'],
  page: ['page', 'pages'],
  none: (many: string) => `no ${many}`,
  completed: (done: number, all: number) => `${done} of ${all} done`,
  linesAdded: (count: number) => `${formatCount(count, 'line')} added`,
  linesRemoved: (count: number) => `${formatCount(count, 'line')} removed`,
} as const;

/** The list of what the model has to do. */
export const TODO_TEXTS = {
  list: 'To-do list',
  empty: 'Nothing is left to do.',
  /** What a screen reader says before what is to be done. */
  statuses: { completed: 'Done:', in_progress: 'In progress:', pending: 'To do:' },
} as const;

/** Several reading steps as one line, which begins with a capital letter. */
export const RUN_TEXTS = {
  lookedAt: (files: number) => `looked at ${formatCount(files, 'file')}`,
  searchedOnce: 'searched once',
  searched: (times: number) => `searched ${formatCount(times, 'time')}`,
  listed: (folders: number) => `listed ${formatCount(folders, 'folder')}`,
  checked: (files: number) => `checked ${formatCount(files, 'file')} for problems`,
} as const;

/** A question about a call, and its answers. */
export const APPROVAL_TEXTS = {
  runCommand: 'Run this command?',
  makeChange: 'Make this change?',
  fetchPage: 'Fetch this page?',
  searchWeb: 'Search the web for this?',
  useTool: (tool: string) => `${tool}?`,
  ofCommand: 'Approval of a command',
  ofChange: 'Approval of a change',
  ofPage: 'Approval of a request to the web',
  ofSearch: 'Approval of a web search',
  ofTool: (tool: string) => `Approval of “${tool}”`,
  approve: 'Approve',
  deny: 'Deny',
  denyBecause: 'Deny, because…',
  theseFiles: 'These files',
  allEdits: 'All edits',
  inChat: 'In this chat',
  always: 'Always',
  keys: (control: string) => `${control}Enter approves, ${control}Backspace denies`,
  /** What is allowed follows, and perhaps for how long. */
  orAllow: 'Or allow',
  forChat: 'in this chat',
  reason: 'What to do instead, for the model',
  reasonPlaceholder: 'What to do instead',
  sendReason: 'Deny and say so',
  command: 'Command',
  address: 'Address',
  query: 'Searched for',
  /** A folder follows. */
  in: 'in',
  effect: 'What it does',
  change: 'Change',
  openDiff: 'Open diff',
  tooLong: 'The change is too long to be shown whole: this is its beginning.',
  wholeChange: (places: number) => `The whole change: ${formatCount(places, 'place')}`,
  wholeChangeIn: (places: number, files: number) =>
    `The whole change: ${formatCount(places, 'place')} in ${formatCount(files, 'file')}`,
  files: 'Files',
  touched: { create: 'new', edit: 'changed', delete: 'deleted' },
  executable: ', executable',
  protected: 'protected',
  inPlaces: (places: number) => `in ${formatCount(places, 'place')}`,
} as const;

/** The changes that wait to be kept or undone, and those that a call has made. */
export const REVIEW_TEXTS = {
  changes: 'Changes to review',
  changedFiles: 'Changed files',
  filesChanged: (files: number) => `${formatCount(files, 'file')} changed`,
  review: 'Review',
  keep: 'Keep',
  keepNamed: (name: string) => `Keep ${name}`,
  undo: 'Undo',
  undoNamed: (name: string) => `Undo ${name}`,
  editedSince: 'edited by you since',
  kinds: { created: 'new', changed: '', deleted: 'deleted', moved: 'moved' },
  lineCounts: (added: number, removed: number) => `${formatCount(added, 'line')} added, ${removed} removed`,
} as const;

/** The search in a chat. */
export const FIND_TEXTS = {
  findInChat: 'Find in chat',
  find: 'Find',
  previous: 'Previous match',
  next: 'Next match',
  close: 'Close',
  searching: 'Searching…',
  noResults: 'No results',
  position: (position: number, count: number) => `${position} of ${count}`,
} as const;
