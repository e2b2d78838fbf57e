/** Which of our own folders the files below `folder` may import. A `*` stands for one folder name. */
export interface FolderRule {
  readonly folder: string;
  /** `self` is the folder that matched, so that `actors/*` keeps services apart. */
  readonly mayImport: readonly string[];
  /** Whether Node's own modules may be used at all; doors still apply. */
  readonly mayUseNode: boolean;
  readonly because: string;
}

/** Folder means permission. The first rule that fits a file decides; a file that fits none is out of place. */
export const FOLDERS: readonly FolderRule[] = [
  {
    folder: 'actors/protocol',
    mayImport: ['self'],
    mayUseNode: false,
    because: 'the words that everybody shares depend on nothing',
  },
  {
    folder: 'actors/runtime',
    mayImport: ['self', 'actors/protocol'],
    mayUseNode: true,
    because: 'the runtime carries words and knows no service',
  },
  {
    folder: 'actors/*',
    mayImport: ['self', 'actors/protocol', 'actors/runtime'],
    mayUseNode: true,
    because: 'services meet in the host and nowhere else',
  },
  {
    folder: 'machines',
    mayImport: ['self', 'actors/protocol'],
    mayUseNode: false,
    because: 'a machine decides and has no clock, no id and no I/O',
  },
  {
    folder: 'workers',
    mayImport: ['self', 'actors/protocol', 'actors/runtime'],
    mayUseNode: true,
    because: 'a worker knows neither who decides nor who asked',
  },
  {
    folder: 'host/markdown',
    mayImport: ['self', 'actors/protocol'],
    mayUseNode: false,
    because: 'what a Markdown text says is the same in a browser and on a terminal',
  },
  {
    folder: 'host/vscode/words',
    mayImport: ['self'],
    mayUseNode: false,
    because: 'the words that a person reads are the same in the view and in the editor, and decide nothing',
  },
  {
    folder: 'host/vscode/webview',
    mayImport: ['self', 'actors/protocol', 'actors/threads', 'host/markdown', 'host/vscode/words'],
    mayUseNode: false,
    because:
      'the view runs in a browser and shares nothing with the rest but words and what follows from entries',
  },
  {
    folder: 'host',
    mayImport: ['self', 'actors', 'machines', 'workers'],
    mayUseNode: true,
    because: 'the host composes everything',
  },
];

/** The files that may import a module; everything else goes through them. Shape: globs below `src`. */
export interface Door {
  readonly module: string;
  readonly only: readonly string[];
  readonly because: string;
}

/** One package, one door. A package that has no door here may not be imported at all. */
export const PACKAGE_DOORS: readonly Door[] = [
  {
    module: 'comlink',
    only: ['actors/runtime/remote.ts'],
    because: 'a comlink call hangs for ever when its thread dies; only the runtime guards against that',
  },
  {
    module: 'piscina',
    only: ['workers/pool/scan-threads.ts'],
    because: 'aborting a piscina job kills its thread; only the pool cancels politely',
  },
  {
    module: '@parcel/watcher',
    only: ['workers/watch/parcel/parcel.ts'],
    because: 'the addon aborts the process that ends with a subscription: it lives in a child process',
  },
  {
    module: '@vscode/ripgrep',
    only: ['workers/ripgrep/find-ripgrep.ts'],
    because: 'a platform may lack it, and then content search does without',
  },
  {
    module: 'ignore',
    only: ['workers/ignore/**'],
    because: 'git judges the rules as a whole, and this package is a part of them',
  },
  {
    module: 'openai',
    only: ['actors/llm/openai/*.ts'],
    because: 'a model is an adapter to everybody else',
  },
  {
    module: 'jsonrepair',
    only: ['actors/llm/text-tools/read-text-call.ts'],
    because: 'calls that a model writes as text are repaired where they are read, and nothing else is',
  },
  {
    module: 'eventsource-parser',
    only: ['actors/llm/server/event-stream.ts'],
    because: 'a stream of events becomes values where it is read, as many at once as came',
  },
  {
    module: '@modelcontextprotocol/client',
    only: ['actors/mcp/client/*.ts'],
    because: 'a server is a connection to everybody else, and what it says is checked where it arrives',
  },
  {
    module: 'zod',
    only: [
      'actors/tools/**',
      'host/node/file-changes/{change-step,journal}.ts',
      'host/node/model-lists.ts',
      'host/providers/{model-info,read-providers}.ts',
    ],
    because:
      'schemas describe what comes from outside: the parameters of tools, a journal, settings and lists on the disk',
  },
  ...['chardet', 'iconv-lite'].map((module): Door => ({
    module,
    only: ['actors/tools/edit/text/*.ts'],
    because: 'bytes become text, and text bytes, where files are read for a model and edited',
  })),
  {
    module: 'htmlparser2',
    only: ['actors/tools/web/html/html-to-markdown.ts'],
    because: 'a page is read where its text is written, with limits that no page can pass',
  },
  {
    module: 'yaml',
    only: ['actors/context/instructions/front-matter.ts'],
    because: 'the fields in front of a text become values where they are read',
  },
  {
    module: 'diff',
    only: ['actors/tools/**'],
    because: 'changes are compared where they are made and shown',
  },
  {
    module: 'picomatch',
    only: ['actors/approvals/path-rules.ts'],
    because: 'the rules of a person are globs; those of models need a matcher that always ends soon',
  },
  {
    module: 'xstate',
    only: [
      'machines/**',
      'host/engine/{compose-turn,turn}.ts',
      'host/engine/{plans/thread-plan,replay/replay-piece}.ts',
    ],
    because: 'machines decide, compose provides their effects; a turn, a plan and a replay run them',
  },
  {
    module: 'web-tree-sitter',
    only: ['host/node/bash-parser.ts'],
    because: 'commands are judged over plain trees, whoever made them',
  },
  {
    module: 'vscode',
    only: [
      'host/vscode/*.ts',
      'host/vscode/{chat,editor,engine,mentions,places,review,settings,status}/*.ts',
      'host/vscode/{approvals,commands,history,lm,mcp,notify,prompts,setup,terminals}/*.ts',
    ],
    because: 'everything else runs without an editor',
  },
  {
    module: 'marked',
    only: ['host/markdown/**'],
    because: 'what it makes of a text goes through a tree of known nodes, which holds no HTML',
  },
  ...['string-width', 'wrap-ansi'].map((module): Door => ({
    module,
    only: ['host/cli/terminal/**'],
    because: 'only a terminal has columns',
  })),
  {
    module: 'preact',
    only: ['host/vscode/webview/**'],
    because: 'only the view draws, in a browser',
  },
  {
    module: 'highlight.js',
    only: ['host/markdown/code/highlight.ts'],
    because:
      'what it makes of code becomes spans, which hold no HTML; on a terminal it is loaded with the first code',
  },
  {
    module: '@lydell/node-pty',
    only: ['host/node/terminals/load-pty.ts'],
    because: 'a native module that may be missing is loaded with the first terminal',
  },
  {
    module: 'commander',
    only: ['host/cli/**'],
    because: 'only the command line has arguments',
  },
];

/** Modules of Node that reach out of the thread. Those not listed are free where Node is. */
export const NODE_DOORS: readonly Door[] = [
  {
    module: 'node:worker_threads',
    only: [
      'actors/runtime/remote.ts',
      'actors/runtime/thread.ts',
      'actors/runtime/iterable-port.ts',
      'workers/*.entry.ts',
      'workers/{grep,pool,walk}/**',
    ],
    because: 'threads and ports are the business of the runtime and of the scan pool',
  },
  {
    module: 'node:fs',
    only: ['workers/**', 'host/node/**', 'host/cli/**'],
    because: 'services reach files through a port, and the main thread does not walk the disk',
  },
  {
    module: 'node:fs/promises',
    only: ['workers/**', 'host/node/**', 'host/cli/**'],
    because: 'services reach files through a port, and the main thread does not walk the disk',
  },
  {
    module: 'node:child_process',
    only: ['workers/**', 'host/node/**'],
    because: 'whoever starts a process must end it',
  },
  {
    module: 'node:http',
    only: [
      'host/node/mcp/sign-in-receiver.ts',
      'host/node/proxy/open-tunnel.ts',
      'host/node/web/open-pinned.ts',
    ],
    because:
      'a browser comes back to this machine once the person has signed in, and nothing else listens; a page is fetched from an address that was judged; a proxy opens a tunnel',
  },
  {
    module: 'node:https',
    only: ['host/node/proxy/open-tunnel.ts', 'host/node/web/open-pinned.ts'],
    because: 'a page is fetched from an address that was judged, which `fetch` cannot be held to',
  },
  {
    module: 'node:dns/promises',
    only: ['host/node/web/node-web.ts'],
    because: 'a name is looked up once, and what it leads to is judged before anything is sent there',
  },
  {
    module: 'node:net',
    only: ['host/node/proxy/{open-tunnel,use-proxies}.ts', 'host/node/web/open-pinned.ts'],
    because: 'the types of a connection are there',
  },
  {
    module: 'node:tls',
    only: ['host/node/proxy/open-tunnel.ts'],
    because: 'what goes through the tunnel of a proxy is encrypted to its end',
  },
  ...['node:dns', 'node:http2', 'node:dgram', 'node:cluster'].map((module): Door => ({
    module,
    only: [],
    because: 'the network is reached by the SDK of a model, and by one tool',
  })),
  ...['node:module', 'node:vm', 'node:v8'].map((module): Door => ({
    module,
    only: [],
    because: 'it would load or run what this test cannot see',
  })),
];

/**
 * The files of the host that may list a folder. What is below the workspace is read by the index thread; these read what
 * Troupe keeps, single folders, or what it changes itself. Shape: globs below `src`.
 */
export const FOLDER_READERS: readonly { readonly only: readonly string[]; readonly because: string }[] = [
  {
    only: [
      'host/node/{record-folder,instructions/list-files-below}.ts',
      'host/node/threads/**',
      'host/node/checkpoints/{collect,store}/*.ts',
      'host/node/file-changes/journal.ts',
    ],
    because: 'it lists the folders that Troupe or its settings are kept in',
  },
  {
    only: [
      'host/node/list-files.ts',
      'host/node/file-changes/{entry-hash,perform-step,plan-steps,remove-tree}.ts',
      'host/node/checkpoints/{record/recorded-edits,restore/plan-restore}.ts',
    ],
    because: 'what is removed, moved or restored is gone through by what changes it, without blocking',
  },
  {
    only: ['host/node/sandbox/**', 'host/node/protected/find-git-places.ts'],
    because: 'it lists single folders, such as that of hooks, and does not enter those in them',
  },
  {
    only: ['host/node/shell/find-process-tree.ts'],
    because: 'Linux shows the running processes as a folder',
  },
];

/** The only files that export what they did not declare: the public doors. */
export const BARRELS: readonly string[] = ['host/api.ts', 'host/testing.ts'];

/** An entry wires a port to a body: who needs more lines than this does more than that. */
export const MAX_ENTRY_LINES = 40;

/** A file is read in one sitting. */
export const MAX_LINES = 400;

/** Files that may be longer, each for a reason. */
export const LONG_FILES: readonly {
  readonly file: string;
  readonly maxLines: number;
  readonly because: string;
}[] = [];

/** A stranger reads a folder at a glance. Source files, without those of folders in it. */
export const MAX_FILES = 25;

/** What each room of `workers/index` may import of the others, the lowest first. The unnamed one is the index itself. */
export const INDEX_ROOMS: Readonly<Record<string, readonly string[]>> = {
  segment: [],
  store: ['segment'],
  rules: [],
  fuzzy: ['segment', 'store'],
  retention: ['store'],
  snapshot: ['rules', 'segment', 'store'],
  search: ['fuzzy', 'segment', 'store'],
  sync: ['retention', 'rules', 'segment', 'snapshot', 'store'],
  root: ['retention', 'rules', 'snapshot', 'store', 'sync'],
  drawing: ['rules', 'search', 'store'],
  asks: ['fuzzy', 'root', 'rules', 'search', 'store'],
  '': ['asks', 'drawing', 'fuzzy', 'root', 'rules', 'search'],
};
