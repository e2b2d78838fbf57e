import { cutConversation } from '../../../actors/context/cut-conversation.js';
import { countTokens } from '../../../actors/context/message-tokens.js';
import { groupMessages } from '../../../actors/context/group-messages.js';
import { TokenCounter } from '../../../actors/context/token-counter.js';
import { getWindowLimits, type WindowLimits } from '../../../actors/context/window-limits.js';
import { ContextOverflowError } from '../../../actors/protocol/errors.js';
import type { LLMAdapter, LLMMessage } from '../../../actors/protocol/llm.js';
import type { RequestHead, ThreadEntry } from '../../../actors/protocol/thread.js';
import { findHead } from '../../../actors/threads/requests/find-head.js';
import { findMeasuredRequest } from '../../../actors/threads/requests/find-measured-request.js';
import { toConversation, toMessages } from '../../../actors/threads/to-messages.js';
import { createCutText } from './describe-cut.js';
import { remember } from './remember.js';

export interface WindowOptions {
  readonly adapter: LLMAdapter;
  /** The entries of the current branch. */
  readonly branch: () => readonly ThreadEntry[];
  /** The head of requests that begin now. */
  readonly composeHead: () => RequestHead;
}

/** The next request, and what is known of its size. */
export interface NextRequest {
  readonly head: RequestHead;
  readonly messages: readonly LLMMessage[];
  readonly pinned: ReadonlySet<LLMMessage>;
  readonly counter: TokenCounter;
  /** Tokens of all of it. */
  readonly tokens: number;
}

/** How full a model's window is. Units: estimated tokens. Source: SPEC C. */
export interface ContextUsage {
  /** The model's window; `Infinity` where it has no limit. */
  readonly windowTokens: number;
  /** Whether the window is unknown, and was assumed. */
  readonly isAssumed: boolean;
  /** A request with more is compacted first. */
  readonly fullTokens: number;
  /** The next request without a new message, and its parts, which add up to it. */
  readonly tokens: number;
  readonly parts: {
    readonly system: number;
    readonly tools: number;
    /** What stays in every compaction, such as rules of the workspace. */
    readonly instructions: number;
    readonly messages: number;
    /** The results of tools. */
    readonly results: number;
  };
}

/** The requests of one thread to one model: what the next one is, and how much of the window it takes. */
export class RequestWindow {
  readonly adapter: LLMAdapter;
  readonly composeHead: () => RequestHead;
  readonly #branch: () => readonly ThreadEntry[];
  readonly #estimate: (text: string) => number;

  constructor({ adapter, branch, composeHead }: WindowOptions) {
    this.adapter = adapter;
    this.composeHead = composeHead;
    this.#branch = branch;
    this.#estimate = remember((text) => adapter.estimateTokens(text));
  }

  /** The entries of the current branch. */
  get branch(): readonly ThreadEntry[] {
    return this.#branch();
  }

  get limits(): WindowLimits {
    return getWindowLimits(this.adapter);
  }

  next(): NextRequest {
    const branch = this.#branch();
    const head = findHead(branch)?.head ?? this.composeHead();
    const { messages, pinned } = toConversation(branch, this.adapter.provider);
    const counter = this.#count(branch, head);
    const tokens = counter.ofHead(head) + counter.ofMessages(messages);
    return { head, messages, pinned, counter, tokens };
  }

  usage(): ContextUsage {
    const { head, messages, pinned, counter } = this.next();
    const { windowTokens, isAssumed, fullTokens } = this.limits;
    const isResult = ({ role }: LLMMessage): boolean => role === 'tool';
    const parts = {
      system: counter.ofPrompt(head),
      tools: counter.ofTools(head),
      instructions: counter.ofMessages([...pinned]),
      messages: counter.ofMessages(messages.filter((one) => !pinned.has(one) && !isResult(one))),
      results: counter.ofMessages(messages.filter((one) => !pinned.has(one) && isResult(one))),
    };
    const tokens = Object.values(parts).reduce((sum, part) => sum + part, 0);
    return { windowTokens, isAssumed, fullTokens, tokens, parts };
  }

  /** Why the next request cannot be sent, whatever is left out of it. */
  describeOverflow(): ContextOverflowError {
    const { head, messages, pinned, counter } = this.next();
    const { windowTokens, requestTokens } = this.limits;
    const staying = groupMessages(messages, pinned)
      .filter(({ mustStay }) => mustStay)
      .flatMap((group) => group.messages);
    const parts = {
      system: counter.ofPrompt(head),
      tools: counter.ofTools(head),
      instructions: counter.ofMessages(staying.filter((message) => pinned.has(message))),
      message: counter.ofMessages(staying.filter((message) => !pinned.has(message))),
    };
    const least = cutConversation(messages, {
      pinned,
      maxTokens: 0,
      estimateTokens: counter.ofText,
      cut: createCutText(counter.ofText, false),
    });
    const needed = counter.ofHead(head) + counter.ofMessages(least.messages);
    const { system, tools, instructions, message } = parts;
    const list = [
      `the system prompt ${system}`,
      `the tools ${tools}`,
      ...(instructions === 0 ? [] : [`the instructions of the workspace ${instructions}`]),
      `your message with its attachments ${message}`,
    ].join(', ');
    const isMessage = message >= needed / 2;
    const remedy = isMessage
      ? 'Send a shorter message, attach less, or choose a model with a larger window.'
      : 'Choose a model with a larger window, or the mode ask, which needs no tools, in a new conversation.';
    return new ContextOverflowError(
      `This does not fit into the window of ${this.adapter.model}: it has ${windowTokens} tokens, of which ` +
        `${requestTokens} are for the request, and at least ${needed} are needed (${list}). Nothing was sent. ${remedy}`,
      { contextWindow: windowTokens, needed, parts },
    );
  }

  /** The estimate, corrected by the newest request to this model that its provider has counted. */
  #count(branch: readonly ThreadEntry[], head: RequestHead): TokenCounter {
    const { provider, model } = this.adapter;
    const measured = findMeasuredRequest(branch, `${provider}/${model}`);
    if (measured === undefined) return new TokenCounter(this.#estimate);
    const sentHead = findHead(measured.branch)?.head ?? head;
    const sent = toMessages(measured.branch, provider);
    const estimated = new TokenCounter(this.#estimate).ofHead(sentHead) + countTokens(sent, this.#estimate);
    return new TokenCounter(this.#estimate, { estimated, counted: measured.inputTokens });
  }
}
