import { formatCount } from './format-count.js';

/** What the chat says of MCP servers above the message box. */
export const TOOL_SERVER_TEXTS = {
  unapproved: (count: number) => `${servers(count)} ${count === 1 ? 'needs' : 'need'} your approval.`,
  needing: (count: number) => `${servers(count)} ${count === 1 ? 'needs' : 'need'} something from you.`,
  failed: (count: number) => `${servers(count)} ${count === 1 ? 'does' : 'do'} not work.`,
  asks: (server: string) => `The MCP server ${server} asks you something.`,
  show: 'Show',
  answer: 'Answer',
} as const;

/** A call of a tool of a server, in the chat. */
export const SERVER_TOOL_TEXTS = {
  use: (tool: string, server: string) => `Use “${tool}” of the MCP server ${server}?`,
  approvalOf: (tool: string, server: string) => `Approval of “${tool}” of the MCP server ${server}`,
  named: (tool: string, server: string) => `“${tool}” of the MCP server ${server}`,
  theToolsOf: (server: string) => `the tools of ${server} for `,
  aResourceOf: (server: string) => `a resource of ${server}`,
  theResourcesOf: (server: string) => `the resources of ${server}`,
  images: (count: number) => formatCount(count, 'picture'),
  imageName: (number: number) => `Picture ${number} of the result`,
  imagesNotShown: (count: number) =>
    `${formatCount(count, 'picture')} too large, or of a kind that is not shown here`,
} as const;

/** The list of the servers, and each of them. */
export const MCP_TEXTS = {
  title: 'Troupe: MCP Servers',
  placeholder: 'Choose a server to see what can be done',
  none: 'There is no MCP server yet.',
  states: {
    unapproved: 'needs your approval',
    blocked: 'cannot be used',
    disabled: 'turned off',
    starting: 'starting',
    ready: 'running',
    restarting: 'restarting',
    failed: 'does not work',
    stopped: 'stopped',
  },
  signInNeeded: 'wants you to sign in',
  inputNeeded: 'needs a value from you',
  tools: (count: number) => formatCount(count, 'tool'),
  searchedFor: 'models search for its tools',
  restarts: (count: number) => `restarted ${formatCount(count, 'time')}`,
  ownFile: 'your file',
  editorFile: 'your configuration of this editor',
  workspaceFile: 'the workspace file',
  fromEditor: 'Running in this editor',
  fromEditorRow: 'Tools of servers that this editor runs',
  fromEditorOn: (count: number) => `offered to Troupe: ${formatCount(count, 'tool')}`,
  fromEditorOff: (count: number) => `not offered to Troupe: ${formatCount(count, 'tool')}`,
  fromEditorDetail: 'The editor starts them, and may ask you about a call as well.',
  fromEditorRefused: 'The person does not offer the tools of the editor any more.',
  emptyResult: 'Done: the result is empty.',
  problems: 'Problems in files',
  more: 'More',
  add: 'Add a server',
  openOwn: 'Open your file of servers',
  readAgain: 'Read the files again',
  readTitle: (name: string) => `MCP server ${name}`,
  actions: {
    approve: 'Approve…',
    start: 'Start',
    restart: 'Restart',
    stop: 'Stop',
    signIn: 'Sign in',
    signOut: 'Sign out',
    tools: 'Show tools',
    log: 'Show log',
    open: 'Open the file that defines it',
    turnOff: 'Turn off',
    turnOn: 'Turn on',
    revoke: 'Take the approval back',
    forget: 'Forget the values that you entered',
    remove: 'Remove from your file',
  },
  actionDetails: {
    turnOffHere: 'in this workspace',
    turnOffEverywhere: 'in every workspace',
  },
  noTools: (name: string) => `${name} offers no tools.`,
  toolsTitle: (name: string) => `Tools of ${name}`,
  toolsPlaceholder: 'What the server says of its tools',
  removed: (name: string) => `${name} was removed from your file of servers.`,
  remove: (name: string) => `Remove ${name} from your file of servers?`,
  removeButton: 'Remove',
  notRemoved: (name: string) => `${name} is not in your file of servers any more.`,
  notDone: 'That could not be done with the MCP server',
  notStarted: 'The MCP servers have not started yet: try again in a moment.',
  log: (name: string) => `Troupe: MCP ${name}`,
  settingsInside:
    'Your folder of settings lies in the workspace, where the agent may write: no MCP server can be approved or added here.',
} as const;

/** The approval of a definition. */
export const MCP_APPROVAL_TEXTS = {
  notice: (names: string, count: number) =>
    `${count === 1 ? 'The MCP server' : 'The MCP servers'} ${names} may be used once you have approved ${count === 1 ? 'it' : 'them'}.`,
  review: 'Review',
  title: (name: string) => `Let the MCP server ${name} run?`,
  approve: 'Approve',
  openFile: 'Open file',
  runs: 'It runs with your permissions, outside of the sandbox, whenever this folder is open.',
  runsInSandbox: 'It runs in the sandbox, without the network, whenever this folder is open.',
  runsInSandboxWithNetwork: 'It runs in the sandbox, with the network, whenever this folder is open.',
  reaches: 'What Troupe calls is sent to this address.',
  onRemote: (name: string) => `It runs on ${name}, where this folder is.`,
  changed: 'If its definition changes, you are asked again.',
  command: 'Command',
  folder: 'Folder',
  variables: 'Variables',
  address: 'Address',
  headers: 'Headers',
  client: 'Client',
  definedIn: 'Defined in',
  long: 'The definition is long: it is shown whole in the editor behind this question.',
  document: (name: string) => `MCP server ${name}`,
} as const;

/** Signing in at a server, and values that its definition asks for. */
export const MCP_SIGN_IN_TEXTS = {
  wanted: (name: string) => `The MCP server ${name} wants you to sign in.`,
  signIn: 'Sign in',
  open: (name: string, host: string) => `Open ${host} in the browser to sign in at ${name}?`,
  openButton: 'Open',
  waiting: (name: string) => `Signing in at ${name}: waiting for the browser`,
  inputWanted: (name: string) => `The MCP server ${name} needs a value from you.`,
  enter: 'Enter it',
  inputTitle: (name: string) => `MCP server ${name}`,
  inputPrompt: (description: string) =>
    `${description}. It is stored in the secret storage of the editor, for the servers of that file.`,
  inputMissing: 'Enter a value.',
} as const;

/** What servers ask the person. */
export const MCP_QUESTION_TEXTS = {
  asks: (server: string, message: string) => `The MCP server ${server} asks: ${message}`,
  asksForSecret: (server: string, message: string) =>
    `The MCP server ${server} asks, as it seems, for a password or a key, which servers must not do: ${message}`,
  wantsPage: (server: string, host: string, message: string) =>
    `The MCP server ${server} wants you to open a page of ${host}: ${message}`,
  answer: 'Answer',
  decline: 'Decline',
  showAddress: 'Show address',
  openTitle: (server: string) => `Open this page for the MCP server ${server}?`,
  openPage: 'Open',
  notOpened: 'Only pages with https, or of this machine, are opened.',
  title: (server: string, message: string, step: number, steps: number) =>
    `${server} asks: ${message}${steps > 1 ? ` (${step} of ${steps})` : ''}`,
  secretWarning: 'Enter no password and no key here.',
  optional: 'may be left empty',
  leaveOut: 'Leave it out',
  yes: 'Yes',
  no: 'No',
  send: (server: string) => `Send to ${server}`,
  sendPlaceholder: 'Send these answers, or choose one to change it',
  leftOut: 'left out',
  tooMany: (server: string) => `${server} asked for more than can be answered here, which was declined.`,
  needed: 'This is needed.',
  wrongNumber: 'This must be a number.',
  wrongInteger: 'This must be a whole number.',
  least: (minimum: number) => `This must be ${minimum} or more.`,
  most: (maximum: number) => `This must be ${maximum} or less.`,
  shortest: (length: number) => `This must have ${formatCount(length, 'character')} or more.`,
  longest: (length: number) => `This must have ${formatCount(length, 'character')} or less.`,
  fewest: (count: number) => `Choose ${count} or more.`,
  mostChosen: (count: number) => `Choose ${count} or less.`,
  formats: {
    email: 'This must be an email address, such as name@example.com.',
    uri: 'This must be an address, such as https://example.com.',
    date: 'This must be a date, such as 2026-01-31.',
    'date-time': 'This must be a date with a time, such as 2026-01-31T18:30:00Z.',
  },
} as const;

/** Adding a server to the person's own file. */
export const MCP_ADD_TEXTS = {
  title: 'Troupe: Add MCP Server',
  kind: 'How is the server reached?',
  command: 'A command',
  commandDetail: 'A program on this machine that Troupe starts',
  url: 'An address',
  urlDetail: 'A server over HTTP',
  commandPrompt: 'The command with its arguments. Put an argument with spaces into quotes.',
  commandExample: 'npx -y @modelcontextprotocol/server-memory',
  commandMissing: 'Enter the command.',
  commandOpen: 'A quote is not closed.',
  urlPrompt: 'The address of the server.',
  urlExample: 'https://example.com/mcp',
  urlWrong: 'This must be an http or https address.',
  namePrompt: 'A name for it. Its tools begin with it.',
  nameWrong: 'Use 1 to 40 letters, digits, “_” or “-”, and no “__”.',
  nameTaken: (name: string) => `There is a server named ${name} already.`,
  added: (name: string) => `${name} was added to your file of servers.`,
  openFile: 'Open file',
} as const;

function servers(count: number): string {
  return formatCount(count, 'MCP server');
}
