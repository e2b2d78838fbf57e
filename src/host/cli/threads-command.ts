import type { Command } from 'commander';
import { Option } from 'commander';
import { parsePositive } from './agent-options.js';
import { type Session, warn } from './session.js';
import { adoptThreads, listOrphans } from './threads/adopt-threads.js';
import { THREADS_HELP } from './threads/threads-help.js';
import { deleteThreads, type PurgeOptions, purgeThreads, restoreThreads } from './threads/trash-threads.js';
import {
  archiveThreads,
  duplicateOne,
  exportThread,
  type ExportOptions,
  importThread,
  type ListOptions,
  listThreads,
  renameThread,
  searchThreads,
  showThread,
} from './threads/use-threads.js';
import { openLibrary } from './threads/open-library.js';
import type { ThreadsContext } from './threads/threads-context.js';

interface ThreadsCommandParts {
  readonly session: () => Session;
  readonly version: string;
  /** Commands pass their work to it, which resolves to the exit code. */
  readonly finish: (work: Promise<number>) => Promise<void>;
}

/** Adds `troupe threads`. */
export function registerThreadsCommand(
  program: Command,
  { session, version, finish }: ThreadsCommandParts,
): void {
  const run = (work: (context: ThreadsContext) => Promise<number>): Promise<void> =>
    finish(withLibrary(session(), work));
  const threads = program
    .command('threads')
    .description('the conversations of this folder: list, search, show, export, delete, ...')
    .addHelpText('after', THREADS_HELP);
  threads
    .command('list', { isDefault: true })
    .description('list them, the newest first')
    .option('--all', 'archived ones as well')
    .option('--deleted', 'those in the trash instead')
    .action((options: ListOptions) => run((context) => listThreads(context, options)));
  threads
    .command('show <id>')
    .description('print a conversation; with --json its entries')
    .action((id: string) => run((context) => showThread(context, id)));
  threads
    .command('search <words...>')
    .description('messages and answers that contain all words')
    .option('--limit <n>', 'most results', parsePositive, 50)
    .action((words: readonly string[], options: { readonly limit: number }) =>
      run((context) => searchThreads(context, words.join(' '), options.limit)),
    );
  threads
    .command('rename <id> <title...>')
    .description('give it another name')
    .action((id: string, words: readonly string[]) =>
      run((context) => renameThread(context, id, words.join(' '))),
    );
  threads
    .command('export <id>')
    .description('write it out, to standard output or a new file')
    .addOption(
      new Option('--format <format>', 'json: all of it, for import; markdown: to read; atif: for harnesses')
        .choices(['json', 'markdown', 'atif'])
        .default('json'),
    )
    .option('-o, --output <file>', 'the file')
    .action((id: string, options: ExportOptions) =>
      run((context) => exportThread(context, id, { ...options, version })),
    );
  threads
    .command('import <file>')
    .description('add a conversation that was exported as JSON')
    .action((file: string) => run((context) => importThread(context, file)));
  threads
    .command('duplicate <id>')
    .description('copy it, to go on with the copy')
    .action((id: string) => run((context) => duplicateOne(context, id)));
  for (const [name, isArchived, description] of [
    ['archive', true, 'put away: listed with --all only'],
    ['unarchive', false, 'take out of the archive'],
  ] as const)
    threads
      .command(`${name} <id...>`)
      .description(description)
      .action((ids: readonly string[]) => run((context) => archiveThreads(context, ids, isArchived)));
  threads
    .command('delete <id...>')
    .description('move to the trash')
    .action((ids: readonly string[]) => run((context) => deleteThreads(context, ids)));
  threads
    .command('restore <id...>')
    .description('take out of the trash')
    .action((ids: readonly string[]) => run((context) => restoreThreads(context, ids)));
  threads
    .command('purge [id...]')
    .description('delete from the trash for good')
    .option('--all', 'all that is in the trash')
    .option('--yes', 'without asking')
    .action((ids: readonly string[], options: PurgeOptions) =>
      run((context) => purgeThreads(context, ids, options)),
    );
  threads
    .command('orphans')
    .description('conversations of folders that are not there any more')
    .action(() => run(listOrphans));
  threads
    .command('adopt [old-root]')
    .description('bring the conversations of a folder that has moved here')
    .action((oldRoot: string | undefined) => run((context) => adoptThreads(context, oldRoot)));
}

async function withLibrary(
  session: Session,
  work: (context: ThreadsContext) => Promise<number>,
): Promise<number> {
  await using library = await openLibrary(session.root, (sentence) => warn(session.err, sentence));
  return await work({ session, library });
}
