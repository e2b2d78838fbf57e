import { join } from 'node:path';
import { toCommandName } from '../../actors/context/instructions/command-name.js';
import { expandCommand } from '../../actors/context/instructions/expand-command.js';
import type { CommandFile } from '../../actors/context/instructions/read-command-file.js';
import type { AgentMode } from '../../actors/protocol/agent.js';
import type { AttachmentRef } from '../../actors/protocol/attachment.js';
import { messageOf } from '../../actors/protocol/errors/message-of.js';
import type { InstructionsSource } from '../../actors/protocol/instructions/instructions-source.js';
import { AGENT_MODES } from '../../actors/protocol/modes/capabilities.js';
import type { AbsPath } from '../../actors/protocol/workspace.js';
import { isMissing } from '../../actors/tools/gate/is-missing.js';
import type { InstructionFiles } from './instruction-files.js';
import type { ListFiles } from './skill-shelf.js';

/** A command of somebody's own, or a prompt of a server: a text that is sent when the person types `/name`. */
export interface OwnCommand {
  /** Without the slash. Shape: `server:prompt` for a prompt of a server. */
  readonly name: string;
  readonly from: InstructionsSource | 'server';
  /** The file that it is in. Absent for a prompt of a server. */
  readonly path?: AbsPath;
  /** The MCP server that it is a prompt of. */
  readonly server?: string;
  /** What it does, as a phrase. */
  readonly description: string;
  /** What its arguments are, for the person: `[file]`. */
  readonly argumentHint?: string;
  readonly mode?: AgentMode;
  /** Shape: as a person names a model. */
  readonly model?: string;
}

/** A command with its arguments, as it is sent. */
export interface ExpandedCommand extends Pick<
  OwnCommand,
  'name' | 'from' | 'path' | 'server' | 'mode' | 'model'
> {
  /** As a person would type it: what it mentions is attached. A prompt of a server mentions nothing. */
  readonly text: string;
  /** What goes along besides. Default: nothing. */
  readonly attachments?: readonly AttachmentRef[];
}

/** A command in a file. */
interface FoundCommand extends OwnCommand, CommandFile {
  readonly from: InstructionsSource;
  readonly path: AbsPath;
}

interface OwnCommandsOptions {
  readonly files: InstructionFiles;
  readonly list: ListFiles;
  /** The roots whose commands are read. */
  readonly roots: readonly AbsPath[];
}

const OF_WORKSPACE = '.troupe/commands';
const OF_PERSON = 'commands';

// Groups in groups of commands are enough to type.
const LIMITS = { maxDepth: 4, maxFiles: 200 };

/** The commands of the person and of the workspace, as they are on the disk. */
export class OwnCommands {
  readonly #options: OwnCommandsOptions;

  constructor(options: OwnCommandsOptions) {
    this.#options = options;
  }

  /**
   * The commands by name, the person's where two have one name. Calls `onProblem` with a sentence for each file that
   * cannot be used. Errors: the signal's reason.
   */
  async list(onProblem: (problem: string) => void, signal: AbortSignal): Promise<readonly OwnCommand[]> {
    const files = await this.#read(onProblem, signal);
    return files.map(({ body: _sent, problem: _told, ...command }) => command);
  }

  /**
   * What is sent for `/name argument`; `undefined` when there is no such command. A command of the workspace may lower
   * the mode of the turn, and chooses no model: nobody has chosen its text. Shape: `mode` is that of the turn without
   * it. Errors: the signal's reason.
   */
  async expand(
    name: string,
    argument: string,
    { mode, signal }: { readonly mode: AgentMode; readonly signal: AbortSignal },
  ): Promise<ExpandedCommand | undefined> {
    const found = (await this.#read(() => undefined, signal)).find((command) => command.name === name);
    if (found === undefined) return undefined;
    const { from, path, body, model } = found;
    const text = expandCommand(body, argument);
    const isOwn = from === 'person';
    const wanted =
      found.mode === undefined || (!isOwn && rankOf(found.mode) > rankOf(mode)) ? mode : found.mode;
    return { name, from, path, text, mode: wanted, ...(isOwn && model !== undefined ? { model } : {}) };
  }

  async #read(onProblem: (problem: string) => void, signal: AbortSignal): Promise<readonly FoundCommand[]> {
    const { files, roots } = this.#options;
    const { ownFolder } = files;
    const places: readonly (readonly [string, InstructionsSource])[] = [
      ...(ownFolder === undefined ? [] : [[join(ownFolder, OF_PERSON), 'person'] as const]),
      ...roots.map((root) => [join(root, OF_WORKSPACE), 'workspace'] as const),
    ];
    const commands = new Map<string, FoundCommand>();
    for (const [place, from] of places)
      for (const command of await this.#readIn(place, from, onProblem, signal)) {
        const other = commands.get(command.name);
        if (other === undefined) commands.set(command.name, command);
        else onProblem(`${command.path} is not used: ${other.path} has the name /${command.name}.`);
      }
    return [...commands.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
  }

  async #readIn(
    place: string,
    from: InstructionsSource,
    onProblem: (problem: string) => void,
    signal: AbortSignal,
  ): Promise<readonly FoundCommand[]> {
    const { files, list } = this.#options;
    const commands: FoundCommand[] = [];
    for (const way of await this.#list(() => list(place, isMarkdown, LIMITS), place, from, onProblem)) {
      signal.throwIfAborted();
      const path = join(place, way) as AbsPath;
      const name = toCommandName(way);
      try {
        const found = await files.read(path, from, signal);
        if (found === undefined) continue;
        // It needs a parser of YAML.
        const { readCommandFile } = await import('../../actors/context/instructions/read-command-file.js');
        const command = readCommandFile(found.text);
        if (name === undefined)
          onProblem(`${path} is no command: its name must be letters, digits, "-" or "_".`);
        else commands.push({ ...command, name, from, path });
        if (command.problem !== undefined) onProblem(`${path}: ${command.problem}`);
      } catch (error) {
        signal.throwIfAborted();
        onProblem(`${path} is no command: ${messageOf(error)}`);
      }
    }
    return commands;
  }

  async #list(
    list: () => Promise<readonly string[]>,
    place: string,
    from: InstructionsSource,
    onProblem: (problem: string) => void,
  ): Promise<readonly string[]> {
    try {
      await this.#options.files.resolve(place, from);
      return await list();
    } catch (error) {
      if (!isMissing(error)) onProblem(`The commands in ${place} cannot be read: ${messageOf(error)}`);
      return [];
    }
  }
}

function isMarkdown(name: string): boolean {
  return name.toLowerCase().endsWith('.md');
}

/** How much a turn of a mode may do, compared with the others. */
function rankOf(mode: AgentMode): number {
  return AGENT_MODES.indexOf(mode);
}
