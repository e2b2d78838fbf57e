import { omitUndefined } from '../../protocol/json/omit-undefined.js';
import type { Usage, UsageSum } from '../../protocol/llm.js';
import type { ThreadEntry } from '../../protocol/thread.js';
import { addUsage, NO_USAGE } from './add-usage.js';

/** What a thread has used. */
export interface ThreadUsage {
  readonly total: UsageSum;
  /** The turn that began last; absent before the first. */
  readonly lastTurn?: UsageSum;
  /** By model, `provider/model`, in the order in which they were first used. */
  readonly models: ReadonlyMap<string, UsageSum>;
}

const NOTHING: UsageSum = { requests: 0, usage: NO_USAGE, isPartlyUnpriced: false };

/** Sums up what the requests of a thread have used, on all of its branches: what was edited away was paid for as well. */
export function sumUsage(entries: readonly ThreadEntry[]): ThreadUsage {
  let total = NOTHING;
  let lastTurn: UsageSum | undefined;
  const models = new Map<string, UsageSum>();
  let model = '';
  for (const entry of entries) {
    if (entry.kind === 'turn_began') {
      lastTurn = NOTHING;
      ({ model } = entry);
    }
    const used = usageOf(entry);
    if (used === undefined) continue;
    total = add(total, used);
    if (lastTurn !== undefined) lastTurn = add(lastTurn, used);
    const asked = modelOf(entry) ?? model;
    models.set(asked, add(models.get(asked) ?? NOTHING, used));
  }
  return { total, models, ...omitUndefined({ lastTurn }) };
}

/** The model that was asked, where that is another one than that of the turn. */
function modelOf(entry: ThreadEntry): string | undefined {
  return entry.kind === 'reply' ? entry.model : entry.kind === 'compaction' ? entry.report?.model : undefined;
}

/** What an entry reports; `undefined` when it reports nothing. */
function usageOf(entry: ThreadEntry): UsageSum | undefined {
  const report = reportOf(entry);
  if (report?.usage === undefined) return undefined;
  const { usage, costUsd } = report;
  // A request may cost what its failed attempts did, and have no usage of its own.
  if (usage.inputTokens + usage.outputTokens === 0 && costUsd === undefined) return undefined;
  return {
    requests: 1,
    usage,
    ...omitUndefined({ costUsd }),
    isPartlyUnpriced: costUsd === undefined,
    ...(usage.cacheMiss === undefined ? {} : { cacheMisses: [usage.cacheMiss] }),
  };
}

function reportOf(entry: ThreadEntry): { readonly usage?: Usage; readonly costUsd?: number } | undefined {
  switch (entry.kind) {
    case 'reply':
      return entry;
    case 'compaction':
      return entry.report;
    case 'observation':
      return entry.result;
    default:
      return undefined;
  }
}

function add(a: UsageSum, b: UsageSum): UsageSum {
  const isPriced = a.costUsd !== undefined || b.costUsd !== undefined;
  const cacheMisses = [...(a.cacheMisses ?? []), ...(b.cacheMisses ?? [])];
  return {
    requests: a.requests + b.requests,
    usage: addUsage(a.usage, b.usage),
    ...(isPriced ? { costUsd: (a.costUsd ?? 0) + (b.costUsd ?? 0) } : {}),
    isPartlyUnpriced: a.isPartlyUnpriced || b.isPartlyUnpriced,
    ...(cacheMisses.length === 0 ? {} : { cacheMisses }),
  };
}
