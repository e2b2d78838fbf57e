// Apart from `editor-words`, because the editor need not load these before a command runs or there is a change to review.

/** The questions that end in a model that answers, and those about its key. */
export const SETUP_TEXTS = {
  title: 'Troupe: Select Model',
  whoAnswers: 'Who answers? What you ask, and the files that the model reads, are sent there.',
  addressPrompt: 'The address of the server. Most of them have /v1 at the end.',
  addressExample: 'http://localhost:11434/v1',
  addressMissing: 'Enter the address of the server.',
  keyPrompt: (server: string) =>
    `The API key for ${server}. It is stored in the secret storage of the editor, and sent to no other server.`,
  whichModel: 'Which model?',
  whichModelLike: (example: string) => `Which model? Choose one, or type its name, such as ${example}.`,
  typedName: (name: string) => `Use the name “${name}”`,
  looksLikeKey: 'Change the key: what you typed looks like an API key, and is no name of a model',
  noModels: 'The server names no models. Type the name of one.',
  answersAt: (address: string) => `The server answers at ${address}`,
  notAt: (address: string) => `That address is used: there is no list of models at ${address}.`,
  useAnyway: 'Use anyway',
  withoutWaiting: 'without waiting for an answer',
  storedAsIs: 'the settings are stored as they are',
  asking: (model: string) => `Asking ${model} whether it answers…`,
  chooseAnother: 'Choose another model',
  changeKey: 'Change the key',
  changeAddress: 'Change the address',
  tryAgain: 'Try again',
  recent: 'Recently used',
  inEditor: 'In this editor',
  editorModels: 'Models of this editor',
  editorModelsDetail: 'Other extensions offer them. The editor asks you before Troupe uses one.',
  overNetwork: 'Over the network',
  needsKey: 'needs a key',
  ownMachine: 'On your machine or in your network',
  compatible: 'any server that is compatible with OpenAI',
  inProviders: 'In your providers.json',
  providersNotRead: 'The file cannot be read',
  readAgain: 'read it again',
  withoutModel: 'Without a model',
  offline: 'Offline',
  offlineDescription: 'no key, no network',
  offlineDetail: 'Simple rules that find, search and show files.',
  thisEditor: 'this editor',
  tooLate: (seconds: number) => `The server did not answer within ${seconds} seconds.`,
  saidNothing: 'The model answered, and said nothing.',
  keyTitle: 'Troupe: API Key',
  storeKeyPrompt: (server: string) =>
    `The key for ${server}. It is stored in the secret storage of the editor.`,
  keyCleared: (server: string) => `Troupe has no API key for ${server} any more.`,
  takesNoKey: 'The chosen model takes no key.',
  keyElsewhere: (provider: string) => `Your providers.json says where the key of ${provider} is.`,
  chooseOther: (reason: string) => `${reason} "Troupe: Select Model" chooses another model.`,
} as const;

/** The models that the editor offers. */
export const EDITOR_MODEL_TEXTS = {
  justification: 'Troupe sends it your messages, and the files and command output that it works on.',
  none: (model: string) => `The editor has no model ${model}.`,
  noneNow: (model: string) =>
    `The editor has no model ${model} now. Run "Troupe: Select Model", or sign in to the extension that offers it.`,
  noAnswer: (name: string, said: string) => `${name} did not answer: ${said}`,
  notAllowed: (name: string, said: string) => `You have not allowed Troupe to use ${name}: ${said}`,
  blocked: (name: string, said: string) => `The editor does not let Troupe use ${name} now: ${said}`,
  gone: (name: string, said: string) => `The editor has no model ${name} any more: ${said}`,
} as const;

/** The chats of the folder. */
export const CHATS_TEXTS = {
  nothingToExport: 'There is nothing to export: this chat is empty.',
  exportTitle: 'Troupe: Export Chat',
  exportButton: 'Export',
  open: 'Open',
  importTitle: 'Troupe: Import Chat',
  importButton: 'Import',
  tooBig: (name: string, megabytes: number) =>
    `${name} is larger than ${megabytes} MB: import it with \`troupe threads import\`.`,
  exported: (path: string) => `Exported to ${path}.`,
  fileName: 'chat',
  none: 'There are no chats in this folder yet.',
  openTitle: 'Troupe: Show Chats',
  openPlaceholder: 'Chats in this folder, the newest first',
  openNow: (age: string) => `${age}, open now`,
  justNow: 'just now',
} as const;

/** What is allowed, in this chat and always. */
export const APPROVALS_TEXTS = {
  title: 'Troupe: Approvals',
  placeholder: 'The button beside an approval takes it back',
  none: 'You have allowed nothing so far, neither in this chat nor always.',
  takeBack: 'Take back',
  openFile: 'Open the file of approvals',
  inChat: 'In this chat',
  always: 'Always, in every folder',
  effects: { allow: 'Allows', ask: 'Asks about', deny: 'Forbids' },
  allowsEdits: 'Allows edits of all files but protected ones',
  allowsEditsOf: (path: string) => `Allows edits of ${path}`,
  allowsNetwork: 'Allows the network for commands that you allow',
} as const;

/** The list of the terminals. */
export const TERMINALS_TEXTS = {
  title: 'Troupe: Terminals',
  placeholder: 'Choose a terminal to see it',
  none: 'Troupe has no terminal open.',
  end: 'End',
  row: (id: string) => `Terminal ${id}`,
  nothingRun: 'Nothing was run in it',
  runs: (command: string) => `Runs ${command}`,
  ran: (command: string) => `Ran ${command}`,
} as const;

/** The messages that commands of the editor send for the person. */
export const REQUEST_TEXTS = {
  explainSelection: 'Explain the selected code.',
  explainFile: 'Explain this file: what it is for, and how it works.',
  testSelection: 'Write a test for the selected code, in the way this project writes its tests.',
  testFile: 'Write a test for this file, in the way this project writes its tests.',
  applyCode: 'Apply the attached code: to the file that you showed it for, or else to the attached file.',
  fix: 'Fix',
  explain: 'Explain',
  problemsOfFile: (verb: string) => `${verb} the problems in this file.`,
  problemsIn: (verb: string, problems: number, lines: number, list: string) =>
    `${verb} the ${problems === 1 ? 'problem' : 'problems'} in ${lines === 1 ? 'line' : 'lines'} ${list}.`,
  noProblem: (place: string) => `The editor knows of no problem in ${place}.`,
  thisFile: 'this file',
  theSelection: 'the selection',
} as const;

/** What one opens from a chat. */
export const PLACE_TEXTS = {
  outside: (path: string) => `${path} is not in this workspace, so it is not opened from the chat.`,
  missing: (path: string) => `There is no ${path} in this workspace.`,
  noDefinition: (symbol: string) => `No definition of ${symbol} was found in this workspace.`,
  which: (name: string) => `Which ${name}?`,
} as const;

/** The changes to review, and those that are proposed. */
export const CHANGE_TEXTS = {
  title: 'Changes by Troupe',
  titleOf: (name: string) => `${name} (Changes by Troupe)`,
  proposedTitle: 'Proposed by Troupe',
  proposedTitleOf: (name: string) => `${name} (proposed by Troupe)`,
  keep: 'Keep',
  undo: 'Undo',
  keepFile: 'Keep file',
  undoFile: 'Undo file',
  keepAllOfFile: 'Keep all changes in this file',
  undoAllOfFile: 'Undo all changes in this file',
  changedSince: 'You have changed these lines since',
  changedHover: (keep: string, undo: string) => `Changed by Troupe: [Keep](${keep}) · [Undo](${undo})`,
  changedSinceHover: (keep: string) => `Changed by Troupe, and by you since: [Keep](${keep})`,
  before: 'Before:',
  tooBig: 'This file was too big to be kept.',
  notProposed: 'the files have changed, or the change is too long. The question shows all of it',
  isThereAgain: (name: string) => `There is a file at ${name} again: nothing was moved there.`,
  cannotBringBack: (name: string) => `${name} was too big to be kept: it cannot be brought back.`,
  newStays: (name: string) => `${name} is new and has been changed since: it stays.`,
  staysAsItIs: (name: string) =>
    `${name} has been changed since, or was too big to be kept: it stays as it is.`,
  linesStay: (name: string) => `Lines of ${name} have been changed since: they stay as they are.`,
  notApplied: 'the editor did not apply it. Nothing was changed',
} as const;
