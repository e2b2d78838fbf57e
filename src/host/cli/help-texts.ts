import { findApprovalsFile } from '../node/approval-store.js';
import { findProvidersFile } from '../node/providers-file.js';
import { placeOf } from './draw/place-of.js';
import { EXIT_CODE_HELP } from './terminal/exit-codes.js';

/** What `troupe --help` prints. Shape: no longer and no wider than a screen of 80 columns and 24 rows with a prompt below. */
export const PROGRAM_HELP = `Usage: troupe [options] [message], or troupe <command> ...

Options:
  --model <name>         the model, also as PROVIDER/NAME (see troupe models)
  -c, --continue         the newest conversation goes on; --resume: another one
  --mode <mode>          ask: no tools; gather: reading only; agent: every tool
  --auto-approve <what>  run edits, sandboxed, commands or all without asking
  --root <dir>, --json, --no-color, -v, --version

Commands:
  chat            a conversation on this terminal, also without the word chat
  run             one task, then exit: the answer alone on standard output
  threads         stored conversations: list, search, show, export, delete, ...
  checkpoints     moments of a conversation, to compare and to go back to
  replay, report  run a conversation again, and compare; pack it up for others
  models          the models that you can choose, and whether one works
  approvals       what you always allowed, to revoke it
  mcp             MCP servers: list, add, remove, test, approve, sign in
  files           every file that the ignore rules do not exclude
  search, grep    paths that match, fuzzy; lines that match
  tree            the tree of a directory as models get it

More: troupe help COMMAND; troupe help all: examples, approvals, exit codes
`;

/** What `troupe help all` prints after the list of commands and options. */
export const WHOLE_HELP = `
Examples:
  troupe                                   chat about the working directory
  troupe "What is this project?"           the same, with a first message
  troupe run "Where are retries decided?"  one task, then exit
  troupe run "Explain @src/main.ts:10-20"  with these lines attached
  git diff | troupe run "Review this"      with standard input attached
  troupe run --json "..." | jq .type       the events of a run, one a line
  troupe run --no-network "Run the tests"  its commands have no network
  troupe --web                             the model may ask to fetch pages and to search the web
  troupe --continue                        the newest conversation of this folder goes on
  troupe threads                           all of them, to list, search, show, export or delete
  troupe checkpoints                       the moments of one, to compare, go back to, and prune
  troupe models                            the models you can choose; troupe models check NAME tries one
  troupe search idxts                      fuzzy search of paths
  troupe grep -i "todo" src                search of contents
  troupe files -0 | xargs -0 wc -l         every file that git would show
  troupe approvals                         what you always allowed, to revoke it

Approvals:
Tools and commands that only read run without asking. Anything else needs an answer: y once, t for this
  conversation, a always (kept in ${placeOf(findApprovalsFile)}; see troupe approvals), n no.
  The question says what t and a would allow: a use of a program, like \`npm test\`, or exactly this command. After n you
  may type the reason, for the model.
  Without a terminal, and with --json, such calls are denied, unless --auto-approve allows them.
  With --web, pages and searches are asked about with the whole address or query; t and a allow a host. Addresses of this
  machine and of private networks are asked about each time, whatever is allowed.
  Protected places, such as .git, .vscode, .envrc, package managers' settings, agents' instructions and build
  definitions, are asked about each time, whatever is allowed; git's own settings and hooks are never edited.

Sandbox:
  Where the system has one (bubblewrap, seatbelt), a command that only reads runs where it can change nothing and reach
  nothing. Others write in the workspace, without .git, and a temporary folder of their own; most of the home folder and of
  the environment is hidden from them, and the network is off until you allow it (--network). Elsewhere, only plain
  lines of programs that only read run without asking, and what you allowed; the question says why.

  --auto-approve sandboxed asks about neither edits nor commands that stay in that sandbox. It guards your other files,
  keys and the network. It does not guard the workspace: what a command deletes there is gone, unless git or a backup
  has it, and code that you run later yourself, such as a test, may have been changed. It asks about protected places,
  the network, writing to git's repository, what is hidden, and every command where there is no sandbox.

Models:
  Without a model, an offline stand-in answers by simple rules: no key, no network.
  OPENAI_API_KEY=... troupe --model NAME                     OpenAI
  ANTHROPIC_API_KEY=... troupe --model anthropic/NAME        Anthropic
  troupe --base-url http://127.0.0.1:11434/v1 --model NAME   any compatible server
  Several providers, with their keys, models and prices, stand in ${placeOf(findProvidersFile)}
  (docs/providers.md says how); then --model takes PROVIDER/NAME.
${EXIT_CODE_HELP}`;

export const MODELS_HELP = `
Examples:
  troupe models                            all models of all providers: window, longest answer, prices, what they can
  troupe models opus 5                     those with both words in their names
  troupe models --provider openrouter coder
  troupe models --json | jq -r .name
  troupe models check                      the model that a chat would use: address, key, name, answer, tools
  troupe models check openai/gpt-6-luna
  troupe models --base-url http://127.0.0.1:11434/v1

The providers are those of ${placeOf(findProvidersFile)} (docs/providers.md says how), and those for
  which the environment has an address or a key. Each is asked at once; one that cannot be asked hides no other.
Windows and answers are in tokens, prices in US dollars for a million tokens in and out ("from": long requests cost more).
The last column says who knows that: your file of providers, the server, or Troupe; the first of these counts. What a
  server says is kept, and counts in the turns that follow.
`;

export const CHAT_HELP = `
Examples:
  troupe                                    chat about the working directory
  troupe --model NAME --mode gather         with a model, which may only read
  troupe chat "Where is createHost defined?"
  troupe --continue                         goes on with the newest conversation of this folder
  troupe --resume ID                        with another one (troupe threads lists them; without an ID the chat does)
  troupe --no-save                          stores nothing of the conversation

In a chat: /help lists its commands and keys, @path attaches a file, !command runs a command of yours. Conversations are
stored until you delete them; /threads lists and searches them, /resume goes on with one.
Without a terminal it is the same as "troupe run". "troupe help all" says what approvals and the sandbox do.
`;

export const RUN_HELP = `
Examples:
  troupe run "Where are retries decided?"
  troupe run --quiet "Write a commit message for what git diff shows" > message.txt
  troupe run "Compare @src/a.ts:10-20 and @docs/"   lines and a folder go along
  git diff | troupe run "Review this"       what comes on standard input goes along
  troupe run - < task.md                    the task itself from standard input
  troupe run --continue "And the tests?"    the newest conversation of this folder goes on
  troupe run --resume ID                    a turn that was interrupted by the end of its program goes on
  troupe run --json "..." | jq .type        first "start", then the events, at last "end"; each with its time
  troupe run --task task.md --output out    for a harness: what was done as a patch, and every step (ATIF)

Attachments:
  @path, @path:10, @path:10-20, @folder/, @"path with spaces", @picture.png; \\@ is only an @. What is no file stays text.
  All that is attached shares a quarter of the model's window; what is cut is said.

Steps go to standard error, the answer alone to standard output.
${EXIT_CODE_HELP}`;

export const FILES_HELP = `
Examples:
  troupe files                       all of them, as git would show them
  troupe files src                   those below a directory
  troupe files -0 | xargs -0 wc -l   whatever is in their names
`;

export const SEARCH_HELP = `
Examples:
  troupe search idxts                fuzzy: finds src/index.ts
  troupe search src/                 lists a directory
  troupe search --json --limit 5 api
`;

export const GREP_HELP = String.raw`
Examples:
  troupe grep -i todo src
  troupe grep -e "import .* from" -g "*.ts"
  troupe grep --context 2 createHost

Regular expressions are those of ripgrep (https://docs.rs/regex/latest/regex/#syntax):
  .  [a-z]  [^"]  [[:alpha:]]  [a-z&&[^aeiou]]  [\w--\d]    any character of a line, classes, and what is left of them
  \d  \s  \w  \D  \S  \W  \pL  \p{Han}  \P{Lu}              of Unicode, with (?-u) of ASCII
  ^  $  \A  \z  \b  \B  \<word\>  \b{start}  \b{end}        ends of lines and of words
  a|b  (a)  (?:a)  (?P<name>a)  *  +  ?  {2}  {2,}  {2,5}   alternatives, groups, repeats
  \x41  \x{1F600}  \u0041  \t                               characters by number
  (?i)  (?x)  (?i:a)                                        without case, with white space that means nothing

Besides, look-around, (?=a) (?!a) (?<=a) (?<!a), and backreferences, \1 \k<name>, work, and braces that repeat nothing
are what they are. Lines are searched one by one, so that no pattern matches over the end of one: \n is refused.
`;

export const TREE_HELP = `
Examples:
  troupe tree
  troupe tree --max-chars 2000 src
`;
