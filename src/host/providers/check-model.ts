import { accumulate, EMPTY_REPLY_DRAFT, type ReplyDraft } from '../../actors/llm/accumulate.js';
import { modelName } from '../../actors/llm/model-name.js';
import type { ProviderRegistry } from '../../actors/llm/registry.js';
import { isEmptyText } from '../../actors/llm/merge-deltas.js';
import { LLMConnectionError, LLMRequestError } from '../../actors/protocol/errors.js';
import type { ListedModel, LLMAdapter, LLMConfig } from '../../actors/protocol/llm.js';
import { joinSentences } from '../../actors/protocol/sentences.js';
import type { Clock } from '../../actors/runtime/clock.js';
import { countOf } from '../../actors/tools/text/count-of.js';
import { findNearNames } from './find-near-names.js';
import { listAtAddress, type ListedAt } from './list-at-address.js';
import { groupDigits } from '../../actors/tools/text/group-digits.js';

/** What a check has found out. */
export interface Finding {
  readonly subject: 'address' | 'model' | 'answer' | 'tools' | 'window' | 'prices';
  /** `warning`: Troupe works with it, but not as well as it could. */
  readonly state: 'ok' | 'warning' | 'failed';
  /** Says what is so, and what to do where that is wrong. */
  readonly message: string;
  /** Why the check has failed. */
  readonly error?: Error;
}

interface CheckOptions {
  readonly registry: ProviderRegistry;
  readonly clock: Clock;
  /** Keeps what the server says of its models. Never rejects. */
  readonly keep: (server: LLMConfig, models: readonly ListedModel[]) => Promise<void>;
  readonly signal: AbortSignal;
}

// A server of the person's own may load the model first.
const ANSWER_TIMEOUT_MS = 120_000;

// Any tool will do; this one leaves the model nothing to think about.
const TOOL = {
  name: 'say_ready',
  description: 'Reports that you are ready.',
  parameters: { type: 'object', properties: { word: { type: 'string' } }, required: ['word'] },
} as const;

const QUESTION = 'Call the tool say_ready with the word "ready". Do nothing else.';

/**
 * Checks a model step by step: its address and key, its name, one short answer, a call of a tool, and what is known of it.
 * Ends with the first failure, as what follows depends on it. Cost: two requests, and a few hundred tokens.
 * Errors: the signal's reason.
 */
export async function* checkModel(
  given: LLMConfig,
  options: CheckOptions,
): AsyncGenerator<Finding, void, undefined> {
  const { registry, keep, signal } = options;
  const fail = (subject: Finding['subject'], error: unknown, ...more: readonly string[]): Finding => {
    signal.throwIfAborted();
    const cause = error instanceof Error ? error : new Error(String(error));
    return { subject, state: 'failed', message: joinSentences(cause.message, ...more), error: cause };
  };
  let found: ListedAt;
  try {
    const provider = registry.get(given.api ?? given.provider);
    provider.createAdapter(given);
    const list = async (asked: LLMConfig): Promise<readonly ListedModel[]> =>
      (await provider.listModels?.(asked, signal)) ?? [];
    found = await listAtAddress(given, list, signal);
    if (found.error !== undefined) throw found.error;
    await keep(found.config, found.models);
  } catch (error) {
    yield fail('address', error);
    return;
  }
  const { config, models: offered } = found;
  const listed = offered.find(({ id }) => id === config.model);
  yield config.baseUrl === given.baseUrl
    ? ok('address', describeServer(config, offered.length))
    : describeOtherAddress(config, given, offered.length);
  if (offered.length > 0) yield describeName(config.model, offered);
  const near = listed === undefined ? describeNear(config.model, offered) : [];
  const adapter = registry
    .get(config.api ?? config.provider)
    .createAdapter(listed === undefined ? config : { ...config, listed });
  let reply: TimedReply;
  try {
    reply = await ask(adapter, options);
  } catch (error) {
    yield fail('answer', error, ...(error instanceof LLMRequestError ? near : []));
    return;
  }
  yield ok('answer', `It answers, and began after ${(reply.firstMs / 1_000).toFixed(1)} s.`);
  yield describeTools(adapter, reply.draft);
  yield* describeFacts(adapter, listed);
}

interface TimedReply {
  readonly draft: ReplyDraft;
  /** How long the first part took. Units: milliseconds. */
  readonly firstMs: number;
}

/** Asks for one call of a tool. Errors: those of the adapter; `LLMConnectionError` for a stream without an end. */
async function ask(adapter: LLMAdapter, { clock, signal }: CheckOptions): Promise<TimedReply> {
  const timeUp = new AbortController();
  const cancelTimer = clock.after(ANSWER_TIMEOUT_MS, () => {
    timeUp.abort(
      new LLMConnectionError(
        `The model did not answer within ${ANSWER_TIMEOUT_MS / 1_000} s. Is it still being loaded? Then try again.`,
        {},
      ),
    );
  });
  const beganAt = clock.now();
  let firstMs: number | undefined;
  let draft = EMPTY_REPLY_DRAFT;
  try {
    const deltas = adapter.streamComplete([{ role: 'user', content: QUESTION }], {
      tools: [TOOL],
      signal: AbortSignal.any([signal, timeUp.signal]),
    });
    for await (const delta of deltas) {
      if (isEmptyText(delta)) continue;
      firstMs ??= clock.now() - beganAt;
      draft = accumulate(draft, delta);
    }
  } finally {
    cancelTimer();
  }
  if (draft.finish === undefined)
    throw new LLMConnectionError(
      'The stream of the answer was cut off before its end. Does something stand between this machine and the server that ends long answers, such as a proxy?',
      {},
    );
  return { draft, firstMs: firstMs ?? clock.now() - beganAt };
}

function describeServer({ baseUrl }: LLMConfig, count: number): string {
  const where = baseUrl === undefined ? 'The server' : `The server at ${baseUrl}`;
  const has = count === 0 ? 'has no list of models' : `lists ${countOf(count, 'model')}`;
  return `${where} takes the key, and ${has}.`;
}

function describeOtherAddress(found: LLMConfig, given: LLMConfig, count: number): Finding {
  const advice = `Say ${found.baseUrl} as its address: nothing is listed at ${given.baseUrl}`;
  return {
    subject: 'address',
    state: 'warning',
    message: joinSentences(describeServer(found, count), advice),
  };
}

function describeName(model: string, offered: readonly ListedModel[]): Finding {
  if (offered.some(({ id }) => id === model)) return ok('model', `It is listed as ${model}.`);
  const said = joinSentences(
    `The server does not list a model "${model}"`,
    ...describeNear(model, offered),
    'Some servers take names that they do not list',
  );
  return { subject: 'model', state: 'warning', message: said };
}

function describeNear(model: string, offered: readonly ListedModel[]): readonly string[] {
  const near = findNearNames(
    model,
    offered.map(({ id }) => id),
  );
  return near.length === 0 ? [] : [`Did you mean ${near.map((name) => `"${name}"`).join(' or ')}?`];
}

function describeTools({ capabilities }: LLMAdapter, { calls, text }: ReplyDraft): Finding {
  const hasCalled = [...calls.values()].some(({ name }) => name === TOOL.name);
  if (capabilities?.tools === false)
    return {
      subject: 'tools',
      state: 'warning',
      message: `It cannot call tools, so that Troupe gives it tools as text${hasCalled ? ', and it called one' : ', and it called none when it was asked to'}. A model that can call tools works better.`,
    };
  if (hasCalled) return ok('tools', 'It called a tool when it was asked to.');
  return {
    subject: 'tools',
    state: 'warning',
    message: joinSentences(
      'It was asked to call a tool, and did not',
      text.trim() === '' ? 'It said nothing' : 'It wrote a text instead',
      'If that happens in turns as well, choose a model that can call tools, or say "capabilities": { "tools": false } in your file of providers',
    ),
  };
}

function* describeFacts(
  { contextWindow, prices, ...adapter }: LLMAdapter,
  listed: ListedModel | undefined,
): Generator<Finding, void, undefined> {
  const name = modelName(adapter);
  const upTo =
    listed?.largestWindow === undefined
      ? undefined
      : `Its server could give it up to ${groupDigits(listed.largestWindow)}, and says how many once it has loaded the model`;
  yield contextWindow === undefined
    ? {
        subject: 'window',
        state: 'warning',
        message: joinSentences(
          'Its window is not known, so that 128,000 tokens are assumed',
          upTo,
          `Say "contextWindow" for ${name} in your file of providers`,
        ),
      }
    : ok(
        'window',
        contextWindow === Infinity
          ? 'Its window has no limit.'
          : `Its window has ${groupDigits(contextWindow)} tokens.`,
      );
  yield prices === undefined
    ? {
        subject: 'prices',
        state: 'warning',
        message: `Its prices are not known: no cost is shown, and a limit of cost is refused. Say "prices" for ${name} in your file of providers.`,
      }
    : ok(
        'prices',
        `A million tokens cost $${prices.input} in and $${prices.output} out; what comes from a cache costs $${prices.cachedInput ?? prices.input}.`,
      );
}

function ok(subject: Finding['subject'], message: string): Finding {
  return { subject, state: 'ok', message };
}
