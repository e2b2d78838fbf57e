import { omitUndefined } from '../../../actors/protocol/json/omit-undefined.js';
import type { ToView, UserMessage, ViewOwnCommand } from '../../../actors/protocol/ui.js';
import type { AgentMode } from '../../../actors/protocol/agent.js';
import type { Host } from '../../api.js';
import type { FileAccess } from '../../../actors/protocol/ports.js';
import type { ChatSession } from './chat-session.js';
import { INSTRUCTION_TEXTS } from '../words/instruction-words.js';

interface OwnCommandsDeskOptions {
  readonly session: Pick<ChatSession, 'send'>;
  readonly files: FileAccess;
  /** Errors: the reason why there is no host. */
  readonly openHost: () => Promise<Pick<Host, 'instructions' | 'workspace'>>;
  /** The mode of a turn that begins now. */
  readonly mode: () => AgentMode;
  readonly panel: { post(message: ToView): void };
  readonly onProblem: (what: string, error: unknown) => void;
}

/** Lists the commands of people's own for the view, and sends their texts in the place of their names. */
export class OwnCommandsDesk {
  readonly #options: OwnCommandsDeskOptions;

  constructor(options: OwnCommandsDeskOptions) {
    this.#options = options;
  }

  /** Tells the view which commands there are. Never rejects. */
  async list(): Promise<void> {
    const { openHost, panel, onProblem } = this.#options;
    try {
      const { commands, problems } = await (await openHost()).instructions.listCommands();
      for (const problem of problems) onProblem(INSTRUCTION_TEXTS.notListed, new Error(problem));
      const ownCommands = commands.map(({ name, description, argumentHint = '', from }): ViewOwnCommand => {
        const { ownCommand, workspaceCommand } = INSTRUCTION_TEXTS;
        const whose = from === 'person' ? ownCommand : workspaceCommand;
        return { name, description: [argumentHint, description, `(${whose})`].filter(Boolean).join(' ') };
      });
      panel.post({ type: 'ownCommands', commands: ownCommands });
    } catch (error) {
      onProblem(INSTRUCTION_TEXTS.notListed, error);
    }
  }

  /** Sends a message; one that begins with `/name` of such a command becomes its text. Never rejects. */
  async send(message: UserMessage, whileRunning?: 'interrupt'): Promise<void> {
    const { session } = this.#options;
    const [, name, argument = ''] = /^\/([^\s/.]+)(?:\s+([\s\S]*))?$/.exec(message.text) ?? [];
    const expanded = name === undefined ? undefined : await this.#expand(name, argument, message);
    await session.send(expanded?.message ?? message, whileRunning, expanded?.mode);
  }

  async #expand(
    name: string,
    argument: string,
    { attachments }: UserMessage,
  ): Promise<{ readonly message: UserMessage; readonly mode?: AgentMode } | undefined> {
    const { openHost, mode, files, onProblem } = this.#options;
    try {
      const { instructions, workspace } = await openHost();
      const expanded = await instructions.expandCommand(name, argument, mode());
      if (expanded === undefined) return undefined;
      // Loaded on demand: most messages are no command.
      const [{ findMentions }, { WorkspaceGate }] = await Promise.all([
        import('../../attachments/find-mentions.js'),
        import('../../../actors/tools/gate/workspace-gate.js'),
      ]);
      const deps = { workspace: workspace.ref, files, gate: new WorkspaceGate(workspace.roots, files) };
      const { signal } = new AbortController();
      const { input } = await findMentions({ text: expanded.text, attachments }, deps, signal);
      return {
        message: { text: input.text, attachments: input.attachments ?? [] },
        ...omitUndefined({ mode: expanded.mode }),
      };
    } catch (error) {
      onProblem(INSTRUCTION_TEXTS.notExpanded, error);
      return undefined;
    }
  }
}
