import { parseRecord } from '../../protocol/json/json-shape.js';
import { omitUndefined } from '../../protocol/json/omit-undefined.js';
import type { ToolCall, Usage } from '../../protocol/llm.js';
import type { EntryOf, RequestHead, ThreadEntry, ThreadId } from '../../protocol/thread.js';
import { branchTo } from '../branch.js';
import { userContent } from '../user-text.js';
import type {
  Trajectory,
  TrajectoryCall,
  TrajectoryMetrics,
  TrajectoryResult,
  TrajectoryStep,
} from './trajectory.js';

/** The last moment that a date can name. Units: milliseconds since 1970. */
const LAST_MOMENT = 8.64e15;

/**
 * A whole thread as a trajectory: its steps are those of the current branch, as the model met them. `version` is that of
 * the program. What `fromJson` makes of it is the thread.
 * Shape: JSON throughout. Every reply of the model is a step, with the results of its calls; so are prompts, messages of
 * the person, compactions and errors.
 */
export function toTrajectory(id: ThreadId, entries: readonly ThreadEntry[], version: string): Trajectory {
  const steps = new StepList();
  for (const entry of branchTo(entries)) steps.add(entry);
  return {
    schema_version: 'ATIF-v1.7',
    session_id: id,
    trajectory_id: id,
    agent: {
      name: 'troupe',
      version,
      ...omitUndefined({ model_name: steps.firstModel }),
      ...(steps.head === undefined ? {} : { tool_definitions: steps.head.tools.map(describeTool) }),
    },
    steps: steps.list(),
    final_metrics: steps.totals(),
    extra: { troupe: { thread: id, entries } },
  };
}

function describeTool({ name, description, parameters }: RequestHead['tools'][number]) {
  return { type: 'function', function: { name, description, parameters } } as const;
}

/** A step whose calls may still get results. */
interface OpenStep {
  readonly step: Omit<TrajectoryStep, 'step_id' | 'observation'>;
  readonly results: TrajectoryResult[];
}

class StepList {
  readonly #steps: OpenStep[] = [];
  /** The step of each call. */
  readonly #calls = new Map<string, OpenStep>();
  readonly #metrics: TrajectoryMetrics[] = [];
  #model: string | undefined;
  firstModel: string | undefined;
  /** The newest one. */
  head: RequestHead | undefined;

  add(entry: ThreadEntry): void {
    switch (entry.kind) {
      case 'turn_began':
        this.#model = entry.model;
        this.firstModel ??= entry.model;
        this.#addHead(entry);
        break;
      case 'user_message':
        this.#push(entry, 'user', userContent(entry.text, entry.attachments).content);
        break;
      case 'reply':
        this.#addReply(entry);
        break;
      case 'observation':
        this.#addResult(entry);
        break;
      case 'compaction':
        this.#addHead(entry);
        if (entry.report !== undefined) this.#addCompaction(entry, entry.report);
        break;
      case 'turn_ended':
        if (entry.error !== undefined)
          this.#push(entry, 'system', entry.error.message, {
            extra: { outcome: entry.outcome, code: entry.error.code },
          });
        break;
      default:
    }
  }

  list(): readonly TrajectoryStep[] {
    return this.#steps.map(({ step, results }, index) => ({
      step_id: index + 1,
      ...step,
      ...(results.length === 0 ? {} : { observation: { results } }),
    }));
  }

  totals(): Trajectory['final_metrics'] {
    const sum = (of: (metrics: TrajectoryMetrics) => number | undefined): number =>
      this.#metrics.reduce((all, metrics) => all + (of(metrics) ?? 0), 0);
    const isPriced = this.#metrics.some((metrics) => metrics.cost_usd !== undefined);
    return {
      total_prompt_tokens: sum((metrics) => metrics.prompt_tokens),
      total_completion_tokens: sum((metrics) => metrics.completion_tokens),
      total_cached_tokens: sum((metrics) => metrics.cached_tokens),
      ...(isPriced ? { total_cost_usd: sum((metrics) => metrics.cost_usd) } : {}),
      total_steps: this.#steps.length,
    };
  }

  #push(
    { at }: ThreadEntry,
    source: TrajectoryStep['source'],
    message: string,
    more: Omit<OpenStep['step'], 'timestamp' | 'source' | 'message'> = {},
  ): OpenStep {
    const open: OpenStep = { step: { timestamp: toTimestamp(at), source, message, ...more }, results: [] };
    this.#steps.push(open);
    return open;
  }

  #addHead(entry: EntryOf<'turn_began'> | EntryOf<'compaction'>): void {
    const { head } = entry;
    if (head === undefined) return;
    this.head = head;
    this.#push(entry, 'system', head.prompt);
  }

  #addReply(entry: EntryOf<'reply'>): void {
    const { text, reasoning, toolCalls, usage, costUsd, model = this.#model, stop } = entry;
    const metrics = describeUsage(usage, costUsd);
    this.#metrics.push(metrics);
    const open = this.#push(entry, 'agent', text, {
      ...omitUndefined({ model_name: model }),
      ...(reasoning === '' ? {} : { reasoning_content: reasoning }),
      ...(toolCalls.length === 0 ? {} : { tool_calls: toolCalls.map(describeCall) }),
      metrics,
      llm_call_count: 1,
      extra: { stop },
    });
    for (const { id } of toolCalls) this.#calls.set(id, open);
  }

  #addResult({ callId, result }: EntryOf<'observation'>): void {
    const { outcome, error, output } = result;
    // Damage may have taken the reply that asked for it.
    this.#calls.get(callId)?.results.push({
      source_call_id: callId,
      content: output,
      extra: { outcome, ...omitUndefined({ error }) },
    });
  }

  #addCompaction(entry: EntryOf<'compaction'>, report: NonNullable<EntryOf<'compaction'>['report']>): void {
    const { summary = '', stage, cause, tokensBefore, tokensAfter, usage, costUsd } = report;
    // Steps of the system have no metrics.
    const metrics = usage === undefined ? undefined : describeUsage(usage, costUsd);
    if (metrics !== undefined) this.#metrics.push(metrics);
    this.#push(entry, 'system', summary, {
      extra: {
        ...omitUndefined({ metrics }),
        context_management: {
          type: 'compaction',
          stage,
          cause,
          tokens_before: tokensBefore,
          tokens_after: tokensAfter,
        },
      },
    });
  }
}

function describeCall({ id, name, arguments: text }: ToolCall): TrajectoryCall {
  const parameters = parseRecord(text);
  return {
    tool_call_id: id,
    function_name: name,
    arguments: parameters ?? {},
    ...(parameters === undefined ? { extra: { arguments: text } } : {}),
  };
}

function describeUsage(
  { inputTokens, outputTokens, cachedTokens, reasoningTokens, cacheWriteTokens }: Usage,
  costUsd: number | undefined,
): TrajectoryMetrics {
  const extra = omitUndefined({ reasoning_tokens: reasoningTokens, cache_write_tokens: cacheWriteTokens });
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    ...omitUndefined({ cached_tokens: cachedTokens, cost_usd: costUsd }),
    ...(Object.keys(extra).length === 0 ? {} : { extra }),
  };
}

function toTimestamp(at: number): string {
  return new Date(Math.min(Math.max(at, -LAST_MOMENT), LAST_MOMENT)).toISOString();
}
