import { countTodos, readTodos, TODO_TOOL } from '../../../../actors/protocol/todos/read-todos.js';
import { PLAN_TOOL, STEP_TOOL } from '../../../../actors/protocol/plans/plan.js';
import { isRecord } from '../../../../actors/protocol/json/json-shape.js';
import type { ChangeRecord } from '../../../../actors/protocol/tool.js';
import type { Place } from '../../../markdown/read-place.js';
import { toVisibleName } from '../../../markdown/visible-text.js';
import { formatCount } from '../../words/format-count.js';
import { formatDuration } from '../text/format-duration.js';
import { humanizeName } from '../text/plain-words.js';
import { readInnerCall, readServerTool, type ServerTool } from '../text/server-tool.js';
import {
  type CommandEnd,
  type FoundCount,
  readCommandEnd,
  readEntries,
  readMatches,
  readMatchesInFile,
  readPages,
  readPageSize,
  readPaths,
  readProblems,
} from './read-result.js';
import type { ObjectPart, Outcome, ToolLine } from './step-line.js';
import { SERVER_TOOL_TEXTS } from '../../words/mcp-words.js';
import { OBJECT_TEXTS, OUTCOME_TEXTS, VERBS } from '../../words/view-words.js';
import { parseUrl } from '../../../../actors/protocol/web/parse-url.js';

/** What a line is made from. */
export interface CallFacts {
  readonly params: Readonly<Record<string, unknown>>;
  /** Its result; `undefined` until it has ended well. */
  readonly output: string | undefined;
  readonly changes: readonly ChangeRecord[];
  /** How long it ran. Units: milliseconds. `undefined` while it runs. */
  readonly durationMs: number | undefined;
}

/** What a reading call looked at, for the line that stands for many of them. */
export type ReadSubject = 'file' | 'folder' | 'search' | 'problems';

// As much of a command or a query as fits on a wide line. Units: UTF-16 units.
const MAX_TEXT_CHARS = 160;

/** The tools, each as a line. Source: SPEC T. */
const TOOLS: Readonly<Record<string, (facts: CallFacts) => ToolLine>> = {
  read_file: ({ params }) => ({
    icon: 'go-to-file',
    verbs: VERBS.read,
    object: [filePart(params, readLines(params))],
  }),
  ls_dir: ({ params, output }) => ({
    icon: 'folder',
    verbs: VERBS.list,
    object: [folderPart(textOf(params, 'uri'))],
    outcomes: counted(output, readEntries, OUTCOME_TEXTS.entry),
  }),
  get_dir_tree: ({ params }) => ({
    icon: 'list-tree',
    verbs: VERBS.lookThrough,
    object: [folderPart(textOf(params, 'uri'))],
  }),
  search_pathnames_only: ({ params, output }) => ({
    icon: 'search',
    verbs: VERBS.search,
    object: [OBJECT_TEXTS.fileNamesFor, quoted(textOf(params, 'query'))],
    outcomes: counted(output, readPaths, OUTCOME_TEXTS.hit),
  }),
  search_for_files: ({ params, output }) => {
    const folder = textOf(params, 'search_in_folder');
    return {
      icon: 'search',
      verbs: VERBS.search,
      object: [
        quoted(textOf(params, 'query')),
        ...(folder === '' ? [] : [OBJECT_TEXTS.in, folderPart(folder)]),
      ],
      outcomes: counted(output, readMatches, OUTCOME_TEXTS.hit),
    };
  },
  search_in_file: ({ params, output }) => ({
    icon: 'search',
    verbs: VERBS.search,
    object: [filePart(params), OBJECT_TEXTS.for, quoted(textOf(params, 'query'))],
    outcomes: counted(output, readMatchesInFile, OUTCOME_TEXTS.hit),
  }),
  read_lint_errors: ({ params, output }) => ({
    icon: 'warning',
    verbs: VERBS.check,
    object: [filePart(params)],
    outcomes: counted(output, readProblems, OUTCOME_TEXTS.problem),
  }),
  create_file_or_folder: ({ params }) => {
    const isFolder = /[/\\]$/.test(textOf(params, 'uri'));
    return {
      icon: isFolder ? 'new-folder' : 'new-file',
      verbs: VERBS.create,
      object: isFolder ? [OBJECT_TEXTS.theFolder, folderPart(textOf(params, 'uri'))] : [filePart(params)],
    };
  },
  delete_file_or_folder: ({ params }) => ({
    icon: 'trash',
    verbs: VERBS.delete,
    // It is there no more, so there is nothing to open.
    object: [nameOf(textOf(params, 'uri'))],
  }),
  edit_file: ({ params, changes }) => ({
    icon: 'edit',
    verbs: VERBS.edit,
    object:
      changes.length > 1 ? [OBJECT_TEXTS.files(changes.length)] : [filePart(params, firstLine(changes))],
    outcomes: countLines(changes),
  }),
  rewrite_file: ({ params, changes }) => {
    const isNew = changes[0]?.kind === 'created';
    return {
      icon: isNew ? 'new-file' : 'edit',
      verbs: isNew ? VERBS.writeNew : VERBS.rewrite,
      object: [filePart(params, firstLine(changes))],
      outcomes: countLines(changes),
    };
  },
  run_command: ({ params, output, durationMs }) => ({
    icon: 'terminal',
    verbs: VERBS.run,
    object: [{ code: commandOf(params) }],
    outcomes: output === undefined ? [] : endOf(readCommandEnd(output), durationMs),
  }),
  run_persistent_command: ({ params, output, durationMs }) => {
    const terminal = terminalOf(params);
    const command = commandOf(params);
    if (command === '')
      return {
        icon: 'terminal',
        verbs: VERBS.read,
        object: [OBJECT_TEXTS.outputOf(terminal)],
        outcomes: output === undefined ? [] : endOf(readCommandEnd(output), undefined),
      };
    if (command.toUpperCase() === '^C')
      return {
        icon: 'debug-stop',
        verbs: VERBS.interrupt,
        object: [OBJECT_TEXTS.commandIn(terminal)],
      };
    return {
      icon: 'terminal',
      verbs: VERBS.run,
      object: [{ code: command }, OBJECT_TEXTS.inTerminal(terminal)],
      outcomes: output === undefined ? [] : endOf(readCommandEnd(output), durationMs),
    };
  },
  open_persistent_terminal: ({ params }) => {
    const folder = textOf(params, 'cwd');
    return {
      icon: 'terminal',
      verbs: VERBS.open,
      object: [
        OBJECT_TEXTS.aTerminal,
        ...(folder === '' || folder === '.' ? [] : [OBJECT_TEXTS.in, folderPart(folder)]),
      ],
    };
  },
  fetch_url: ({ params, output }) => ({
    icon: 'globe',
    verbs: VERBS.fetch,
    object: [hostOf(textOf(params, 'url'))],
    outcomes: sizeOf(output),
  }),
  web_search: ({ params, output }) => ({
    icon: 'globe',
    verbs: VERBS.search,
    object: [OBJECT_TEXTS.theWebFor, quoted(textOf(params, 'query'))],
    outcomes: counted(output, readPages, OUTCOME_TEXTS.page),
  }),
  [TODO_TOOL]: ({ params, output }) => {
    const { completed, all } = countTodos(readTodos(params) ?? []);
    return {
      icon: 'checklist',
      verbs: VERBS.update,
      object: [OBJECT_TEXTS.theTodoList],
      outcomes: output === undefined || all === 0 ? [] : [{ text: OUTCOME_TEXTS.completed(completed, all) }],
    };
  },
  [PLAN_TOOL]: ({ params: { steps } }) => ({
    icon: 'checklist',
    verbs: VERBS.propose,
    object: [OBJECT_TEXTS.aPlan],
    outcomes: Array.isArray(steps) ? [{ text: formatCount(steps.length, ...OUTCOME_TEXTS.step) }] : [],
  }),
  [STEP_TOOL]: ({ params: { isMet }, output }) => ({
    icon: 'verified',
    verbs: VERBS.judge,
    object: [OBJECT_TEXTS.theStep],
    outcomes:
      output === undefined
        ? []
        : [
            isMet === true
              ? { text: OUTCOME_TEXTS.asExpected }
              : { text: OUTCOME_TEXTS.notAsExpected, isError: true },
          ],
  }),
  kill_persistent_terminal: ({ params }) => ({
    icon: 'terminal',
    verbs: VERBS.close,
    object: [terminalOf(params)],
  }),
};

const READINGS: Readonly<Record<string, ReadSubject>> = {
  read_file: 'file',
  ls_dir: 'folder',
  get_dir_tree: 'folder',
  search_pathnames_only: 'search',
  search_for_files: 'search',
  search_in_file: 'search',
  read_lint_errors: 'problems',
};

// Tools that run a command and wait for it.
const COMMANDS: ReadonlySet<string> = new Set(['run_command', 'run_persistent_command']);

/** How a call reads. A tool of an MCP server reads `server: tool`, any other unknown one by the words of its name. */
export function describeToolCall(tool: string, facts: CallFacts): ToolLine {
  const known = Object.hasOwn(TOOLS, tool) ? TOOLS[tool] : undefined;
  if (known !== undefined) return known(facts);
  const inner = readInnerCall(tool, facts.params);
  const called = readServerTool(inner.name);
  const subject = firstText(isRecord(inner.params) ? inner.params : {});
  if (called !== undefined) return describeServerTool(called, subject);
  return {
    icon: 'tools',
    verbs: VERBS.use,
    object: [humanizeName(tool), ...(subject === '' ? [] : [' ', quoted(subject)])],
  };
}

function describeServerTool({ server, tool }: ServerTool, subject: string): ToolLine {
  const name = toVisibleName(server);
  if (tool === 'search_tools')
    return {
      icon: 'search',
      verbs: VERBS.search,
      object: [SERVER_TOOL_TEXTS.theToolsOf(name), quoted(subject)],
    };
  const rest: ObjectPart[] = subject === '' ? [] : [' ', quoted(subject)];
  if (tool === 'read_resource')
    return {
      icon: 'plug',
      verbs: VERBS.read,
      object:
        subject === ''
          ? [SERVER_TOOL_TEXTS.theResourcesOf(name)]
          : [SERVER_TOOL_TEXTS.aResourceOf(name), ...rest],
    };
  // A name that models could not have as it is ends with a hash.
  const words = humanizeName(tool.replace(/_[0-9a-f]{8}$/, '')).toLowerCase();
  return { icon: 'plug', verbs: VERBS.use, object: [`${name}: ${words}`, ...rest] };
}

/** What kind of reading a tool does; `undefined` for a tool that does something else. */
export function readingOf(tool: string): ReadSubject | undefined {
  return Object.hasOwn(READINGS, tool) ? READINGS[tool] : undefined;
}

/** Whether the tool runs a command line. */
export function isCommand(tool: string): boolean {
  return COMMANDS.has(tool);
}

/** The text of a parameter; `''` when it has none. */
function textOf(params: Readonly<Record<string, unknown>>, name: string): string {
  const value = params[name];
  return typeof value === 'string' ? value : '';
}

function firstText(params: Readonly<Record<string, unknown>>): string {
  const found = Object.values(params).find((value) => typeof value === 'string' && value.trim() !== '');
  return typeof found === 'string' ? found : '';
}

function commandOf(params: Readonly<Record<string, unknown>>): string {
  return onOneLine(textOf(params, 'command'));
}

function quoted(text: string): string {
  return `“${onOneLine(text)}”`;
}

/** The first line, with a sign that there is more. */
function onOneLine(text: string): string {
  const [line = '', ...rest] = text
    .slice(0, 4 * MAX_TEXT_CHARS)
    .trim()
    .split('\n');
  const shown = line.slice(0, MAX_TEXT_CHARS).replace(/[\uD800-\uDBFF]$/, '');
  return toVisibleName(shown) + (rest.length > 0 || shown.length < line.length ? ' …' : '');
}

/** A file by its name; the whole path opens it. */
function filePart(params: Readonly<Record<string, unknown>>, lines: Omit<Place, 'path'> = {}): ObjectPart {
  const path = textOf(params, 'uri');
  return path === '' ? OBJECT_TEXTS.aFile : { place: { path, ...lines }, text: nameOf(path) };
}

/** The host of a page: what stands behind it is read inside of the step. */
function hostOf(url: string): string {
  const address = parseUrl(url);
  return address === undefined ? OBJECT_TEXTS.aPage : toVisibleName(address.host);
}

function sizeOf(output: string | undefined): readonly Outcome[] {
  const size = output === undefined ? undefined : readPageSize(output);
  return size === undefined ? [] : [{ text: size }];
}

function folderPart(path: string): ObjectPart {
  const isRoot = path === '' || path === '.' || path === './' || path === '/';
  return isRoot ? OBJECT_TEXTS.theWorkspace : { place: { path }, text: nameOf(path) };
}

/** `main.ts` for `src/main.ts`. */
function nameOf(path: string): string {
  const whole = path.replace(/[/\\]+$/, '');
  const name = whole.slice(Math.max(whole.lastIndexOf('/'), whole.lastIndexOf('\\')) + 1);
  return toVisibleName(name === '' ? path : name);
}

function readLines({ start_line: first, end_line: last }: CallFacts['params']): Omit<Place, 'path'> {
  if (typeof first !== 'number' || !(first >= 1)) return {};
  return { line: first, ...(typeof last === 'number' && last >= first ? { endLine: last } : {}) };
}

/** Where the first change of a file is. */
function firstLine([change]: readonly ChangeRecord[]): Omit<Place, 'path'> {
  const hunk = change?.hunks?.[0];
  return hunk === undefined || hunk.newStart < 1 ? {} : { line: hunk.newStart };
}

function counted(
  output: string | undefined,
  read: (output: string) => FoundCount | undefined,
  [one, many]: readonly [one: string, many: string],
): readonly Outcome[] {
  const found = output === undefined ? undefined : read(output);
  if (found === undefined) return [];
  if (found.count === 0) return [{ text: OUTCOME_TEXTS.none(many) }];
  const text = formatCount(found.count, one, many);
  return [{ text: found.isMore ? text.replace(' ', '+ ') : text }];
}

/** `+4 −7` for all files together. */
function countLines(changes: readonly ChangeRecord[]): readonly Outcome[] {
  const sum = (counts: readonly (number | undefined)[]): number =>
    counts.reduce<number>((total, count = 0) => total + count, 0);
  const added = sum(changes.map(({ addedLines }) => addedLines));
  const removed = sum(changes.map(({ removedLines }) => removedLines));
  if (added === 0 && removed === 0) return [];
  const signs = [...(added > 0 ? [`+${added}`] : []), ...(removed > 0 ? [`−${removed}`] : [])];
  const words = [
    ...(added > 0 ? [OUTCOME_TEXTS.linesAdded(added)] : []),
    ...(removed > 0 ? [OUTCOME_TEXTS.linesRemoved(removed)] : []),
  ];
  return [{ text: signs.join(' '), spoken: words.join(', ') }];
}

function endOf(end: CommandEnd, durationMs: number | undefined): readonly Outcome[] {
  const duration = end.duration ?? (durationMs === undefined ? undefined : formatDuration(durationMs));
  const time = duration === undefined ? [] : [{ text: duration }];
  if (end.isRunning === true) return [{ text: OUTCOME_TEXTS.stillRunning }];
  if (end.isTimeout === true) return [{ text: OUTCOME_TEXTS.timedOut, isError: true }, ...time];
  if (end.exitCode === undefined)
    return end.signal === undefined
      ? time
      : [{ text: OUTCOME_TEXTS.endedBy(end.signal), isError: true }, ...time];
  return [
    { text: OUTCOME_TEXTS.exit(end.exitCode), ...(end.exitCode === 0 ? {} : { isError: true }) },
    ...time,
  ];
}

/** A terminal by its id: `terminal 2`. */
function terminalOf(params: Readonly<Record<string, unknown>>): string {
  const id = onOneLine(textOf(params, 'persistent_terminal_id'));
  return id === '' ? OBJECT_TEXTS.theTerminal : OBJECT_TEXTS.terminal(id);
}
