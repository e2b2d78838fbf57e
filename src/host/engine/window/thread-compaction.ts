import { type CutConversation, cutConversation } from '../../../actors/context/cut-conversation.js';
import type { AgentMode } from '../../../actors/protocol/agent.js';
import type { CompactionReport } from '../../../actors/protocol/llm.js';
import { EngineBusyError } from '../../../actors/protocol/errors.js';
import type { LLMAdapter } from '../../../actors/protocol/llm.js';
import type { Tool } from '../../../actors/protocol/tool.js';
import type { AbsPath } from '../../../actors/protocol/workspace.js';
import type { Clock } from '../../../actors/runtime/clock.js';
import { findHead } from '../../../actors/threads/requests/find-head.js';
import { findOpenTurn } from '../../../actors/threads/open-turn.js';
import type { ThreadRecord } from '../../../actors/threads/thread-record.js';
import type { ToolRegistry } from '../../../actors/tools/calls/registry.js';
import { toolsForModel } from './tools-for-model.js';
import { compactConversation } from './compact-conversation.js';
import { composeHead } from './compose-head.js';
import { createCutText } from './describe-cut.js';
import { RequestWindow } from './request-window.js';

interface CompactionParts {
  readonly tools: ToolRegistry;
  readonly roots: readonly AbsPath[];
  readonly instructionText?: string;
  readonly clock: Clock;
  readonly random: () => number;
}

/** Compactions of one thread between its turns, because a person wants them. */
export class ThreadCompaction {
  readonly #parts: CompactionParts;
  readonly #record: ThreadRecord;
  #isRunning = false;

  constructor(parts: CompactionParts, record: ThreadRecord) {
    this.#parts = parts;
    this.#record = record;
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  windowOf(adapter: LLMAdapter): RequestWindow {
    const { roots, clock } = this.#parts;
    return new RequestWindow({
      adapter,
      branch: () => this.#record.branch,
      composeHead: () =>
        composeHead({
          mode: this.#mode,
          roots,
          tools: this.#toolsFor(adapter),
          instructionText: this.#parts.instructionText,
          now: clock.now(),
        }),
    });
  }

  /**
   * Compacts the conversation. Resolves to what was done, once it is stored; to `undefined` when nothing can be gained:
   * then only tools that were registered meanwhile are offered from now on.
   * Errors: `EngineBusyError`; the reason of `signal`; `ThreadStoreError`.
   */
  async run(
    adapter: LLMAdapter,
    options: { readonly signal: AbortSignal; readonly instructions?: string },
  ): Promise<CompactionReport | undefined> {
    const { clock, random } = this.#parts;
    if (this.#record.failure !== undefined) throw this.#record.failure.error;
    if (findOpenTurn(this.#record.branch) !== undefined)
      throw new EngineBusyError(
        'The last turn was interrupted before its end: continue it, or send another message, and compact then.',
        {},
      );
    this.#isRunning = true;
    try {
      const window = this.windowOf(adapter);
      const compaction = await compactConversation(window, { cause: 'person', clock, random, ...options });
      if (compaction !== undefined) {
        // The next turn brings its own head, in its mode.
        const { head: _ofNextTurn, ...body } = compaction;
        await this.#record.appendStored(body);
        return body.report;
      }
      const known = findHead(this.#record.branch)?.toolNames;
      const offered = this.#toolsFor(adapter);
      if (known === undefined || offered.every(({ name }) => known.has(name))) return undefined;
      await this.#record.appendStored({ kind: 'compaction', ...arrangeWhole(window) });
      return undefined;
    } finally {
      this.#isRunning = false;
    }
  }

  /** The mode that the head of the next request is for. */
  get #mode(): AgentMode {
    return findHead(this.#record.branch)?.head.mode ?? 'agent';
  }

  #toolsFor(adapter: LLMAdapter): readonly Tool[] {
    const { branch } = this.#record;
    return toolsForModel(this.#parts.tools.list(), { adapter, mode: this.#mode, branch });
  }
}

/** All messages, the pinned ones first. */
function arrangeWhole(window: RequestWindow): CutConversation {
  const { messages, pinned, counter } = window.next();
  const estimateTokens = counter.ofText;
  const cut = createCutText(estimateTokens, false);
  return cutConversation(messages, { pinned, maxTokens: Infinity, estimateTokens, cut });
}
