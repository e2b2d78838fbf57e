/**
 * Tests that run with a few cases each time, and as a campaign with as many as it takes to find what is rare.
 *
 * @typedef {object} Campaign
 * @property {string} name
 * @property {string} shows What is true when it passes.
 * @property {readonly string[]} files Filters of vitest.
 * @property {Readonly<Record<string, number>>} cases Variables of the environment that say how many cases there are.
 * @property {Readonly<Record<string, string>>} [switches] Other variables.
 * @property {readonly number[]} [seeds] One run with each. Otherwise there is one run, with a new seed.
 */

/** @type {readonly Campaign[]} */
export const CAMPAIGNS = [
  {
    name: 'log-mutations',
    shows: 'Damage to the files of a conversation costs only the entries that it touches, and each is named.',
    files: ['test/host/node/threads/log/mutations', 'test/host/node/threads/log/mutated-lines'],
    cases: { TROUPE_LOG_MUTATIONS: 5_000 },
  },
  {
    name: 'power-loss',
    shows: 'A power failure loses nothing that was acknowledged and had to be on the disk.',
    files: ['test/host/node/threads/log/power-loss'],
    cases: { TROUPE_POWER_FAILURES: 1_000 },
  },
  {
    name: 'thread-laws',
    shows:
      'Conversations are read as they were written, and branches, turns and messages follow from their entries.',
    files: [
      'test/host/node/threads',
      'test/threads/newer-program.test.ts',
      'test/actors/threads',
      'test/actors/llm/server/requests.test.ts',
      'test/machines/machine-laws.test.ts',
    ],
    cases: { TROUPE_THREAD_RUNS: 10_000 },
  },
  {
    name: 'replays',
    shows:
      'Turns are replayed to the same entries, whatever happened to them and wherever they were interrupted.',
    files: ['test/host/engine/replay'],
    cases: { TROUPE_THREAD_RUNS: 10_000 },
  },
  {
    name: 'plan-laws',
    shows:
      'No step of a plan is lost, made twice or made unapproved, wherever its program ends; the modes that read change and send nothing.',
    files: ['test/host/engine/plans', 'test/machines/plan.test.ts', 'test/locks/read-only-modes.test.ts'],
    cases: { TROUPE_THREAD_RUNS: 10_000, TROUPE_PLAN_CUTS: 1_000, TROUPE_MODE_CALLS: 500 },
  },
  {
    name: 'turn-kills',
    shows: 'Turns that are killed at any moment lose nothing acknowledged, make no call twice, and go on.',
    files: ['test/threads/killed-turns'],
    cases: { TROUPE_TURN_KILLS: 1_000 },
  },
  {
    name: 'log-kills',
    shows:
      'What was acknowledged before a process was killed is there; two processes write to one conversation.',
    files: ['test/threads/killed-log'],
    cases: { TROUPE_LOG_KILLS: 1_000, TROUPE_LOG_ENTRIES: 20_000 },
  },
  {
    name: 'collect-kills',
    shows:
      'A store whose collection is killed keeps what conversations refer to, its quota, and no half done files.',
    files: ['test/threads/killed-collect'],
    cases: { TROUPE_COLLECT_KILLS: 1_000 },
  },
  {
    name: 'restore-kills',
    shows:
      'A jump, or a change of many files, whose process was killed has happened as a whole or not at all.',
    files: ['test/threads/killed-restore', 'test/threads/crashed-changes'],
    cases: { TROUPE_RESTORE_KILLS: 1_000, TROUPE_KILLS: 1_000 },
  },
  {
    name: 'mcp-kills',
    shows: 'A host that is killed at any moment leaves no process of its four MCP servers.',
    files: ['test/host/mcp/kills.test.ts'],
    cases: { TROUPE_MCP_KILLS: 1_000 },
  },
  {
    name: 'mcp-hostile',
    shows: 'A hostile MCP server harms nothing but its own calls. Prints what each did to the rest.',
    files: ['test/host/mcp/hostile-table.test.ts'],
    cases: {},
    switches: { TROUPE_MCP_TABLE: '1' },
  },
  {
    name: 'closed-pools',
    shows: 'Pools that are closed while their threads start do not end the process.',
    files: ['test/threads/closed-pools'],
    cases: { TROUPE_CLOSED_POOLS: 2_000 },
  },
  {
    name: 'bursts',
    shows: 'The index is right again after bursts of changes that a watcher loses, repeats and delays.',
    files: ['test/threads/bursts'],
    cases: { TROUPE_BURST_ROUNDS: 20, TROUPE_BURST_PATHS: 50_000 },
  },
  {
    name: 'index-histories',
    shows: 'After any history the index equals what git lists, and searches what a plain map finds.',
    files: ['test/threads/index-model'],
    cases: { TROUPE_MODEL_RUNS: 3_000 },
  },
  {
    name: 'travel-histories',
    shows: 'In any history a jump puts back what its own thread did, and nothing of anybody else.',
    files: ['test/host/engine/travel-histories'],
    cases: { TROUPE_TRAVEL_RUNS: 2_000 },
  },
  {
    name: 'travel-laws',
    shows: 'A jump is undone by the jump back, and touches only paths that the thread changed.',
    files: ['test/actors/checkpoints'],
    cases: { TROUPE_TRAVEL_LAWS: 10_000 },
  },
  {
    name: 'restores',
    shows: 'A restore makes any tree of any other, or leaves it as it was when a step fails.',
    files: ['test/host/node/checkpoints/restore.test.ts'],
    cases: { TROUPE_RESTORE_RUNS: 2_000 },
  },
  {
    name: 'destruction',
    shows: 'What formatters, npm and rm destroy comes back byte for byte, up to a gigabyte.',
    files: ['test/host/node/checkpoints/around'],
    cases: { TROUPE_BIG_FOLDER_MB: 1_024, TROUPE_FORMATTED_FILES: 5_000 },
  },
  {
    name: 'commands-undone',
    shows: 'Whatever commands do is undone, and the tree equals a full copy of it before.',
    files: ['test/properties/commands-undone.test.ts'],
    cases: { TROUPE_COMMAND_RUNS: 2_000 },
  },
  {
    name: 'streams',
    shows: 'The stream of each API means the same, whichever bytes it is cut at.',
    files: ['test/actors/llm/server/properties.test.ts'],
    cases: { TROUPE_STREAM_RUNS: 10_000 },
  },
  {
    name: 'provider-faults',
    shows:
      'Each fault of each provider ends as a person can understand. Prints what they see, and the requests made.',
    files: ['test/host/engine/provider-faults'],
    cases: {},
    switches: { TROUPE_FAULT_TABLE: '1' },
  },
  {
    name: 'faulty-model',
    shows:
      'Tasks of ten steps with a model whose server fails at random have each effect once, and leave nothing.',
    files: ['test/threads/faulty-model'],
    cases: { TROUPE_FAULTY_TASKS: 250 },
    seeds: [101_000, 202_000, 303_000, 404_000],
  },
  {
    name: 'contexts',
    shows:
      'Requests never exceed the window, compactions shrink them, and between two each extends the one before.',
    files: ['test/properties/prefix.test.ts', 'test/properties/context.test.ts', 'test/actors/context'],
    cases: { TROUPE_CONTEXT_RUNS: 10_000 },
  },
  {
    name: 'properties',
    shows:
      'The sixteen properties of the specification. `npm run sabotages` shows that each of them can fail.',
    files: ['test/properties'],
    cases: { TROUPE_PROPERTY_CASES: 10_000 },
  },
  {
    name: 'locks',
    shows:
      'No line of shell that runs unasked does harm: hostile, everyday and random ones. Prints what they did.',
    files: ['test/locks'],
    cases: { TROUPE_LOCKS_COUNT: 200_000 },
    switches: { TROUPE_LOCKS: 'all' },
  },
  {
    name: 'remembered-approvals',
    shows: 'What was allowed once lets nothing run, or be edited, that is broader than what was shown.',
    files: ['test/actors/approvals/remembered.test.ts', 'test/actors/approvals/allowed-edits.test.ts'],
    cases: { TROUPE_PROPERTY_RUNS: 100_000 },
  },
  {
    name: 'denied-files',
    shows: 'No line of shell that runs unasked reads a file that a rule forbids to read.',
    files: ['test/actors/approvals/denied-files.test.ts'],
    cases: { TROUPE_DENIED_TREES: 1_000 },
  },
  {
    name: 'edits',
    shows: 'Disfigured edits of real sources land where they were meant, or nowhere.',
    files: [
      'test/actors/tools/edit/real-lines.test.ts',
      'test/actors/tools/edit/real-edits.test.ts',
      'test/actors/tools/edit/lenient-forms.test.ts',
      'test/actors/tools/edit/round-trips.test.ts',
    ],
    cases: {
      TROUPE_EDIT_LINES: 10_000,
      TROUPE_EDITS: 60_000,
      TROUPE_EDIT_PATCHES: 3_000,
      TROUPE_ROUND_TRIPS: 20_000,
    },
  },
  {
    name: 'fuzzed-edits',
    shows:
      'Edits of real sources, with what models get wrong, make what was intended, or nothing. Prints the share refused.',
    files: ['test/actors/tools/edit/fuzzed-edits.test.ts'],
    cases: { TROUPE_FUZZED_EDITS: 20_000 },
    switches: {
      TROUPE_REAL_TREES: 'src:docs:node_modules/openai:node_modules/iconv-lite:node_modules/web-tree-sitter',
    },
    seeds: [1, 2, 3],
  },
  {
    name: 'terminal-sessions',
    shows: 'A long conversation on a terminal doubles and loses nothing, and runs what was approved alone.',
    files: ['test/e2e/terminal-sessions.test.ts'],
    cases: { TROUPE_TERMINAL_STEPS: 1_500 },
  },
  {
    name: 'ignore-rules',
    shows: 'Random paths in random trees are ignored or not as git says.',
    files: ['test/oracle/rules-equal-git.test.ts'],
    cases: { TROUPE_ORACLE_PATHS: 200_000 },
  },
  {
    name: 'grep',
    shows: 'Searching contents finds the lines that ripgrep finds.',
    files: ['test/oracle/grep-equals-rg.test.ts'],
    cases: { TROUPE_GREP_PATTERNS: 200 },
    switches: { TROUPE_REAL_TREES: '.:node_modules/openai:node_modules/iconv-lite' },
  },
  {
    name: 'contents',
    shows: 'Every line that is found contains the pattern, and every line that contains it is found.',
    files: ['test/properties/08-content-search.test.ts'],
    cases: { TROUPE_SEARCH_TREES: 250 },
  },
  {
    name: 'hard-to-read',
    shows: 'The index equals the disk with 100,000 files in one directory and 10 MB of rules.',
    files: ['test/threads/hard-to-read.test.ts'],
    cases: { TROUPE_HARD_FILES: 100_000 },
  },
  {
    name: 'sandboxed-writes',
    shows: 'Commands in the sandbox change nothing outside of the workspace.',
    files: ['test/properties/sandboxed-writes.test.ts'],
    cases: { TROUPE_SANDBOX_SHELLS: 1_000 },
  },
  {
    name: 'regular-expressions',
    shows: 'Random expressions find in random texts what ripgrep and PCRE find.',
    files: ['test/workers/regex'],
    cases: { TROUPE_REGEX_CASES: 20_000 },
  },
  {
    name: 'globs',
    shows: 'A glob matches what a trial of everything finds that it matches.',
    files: ['test/actors/runtime/glob/path-glob.test.ts'],
    cases: { TROUPE_GLOBS: 300_000 },
  },
];
