import { type as osType } from 'node:os';
import { getOutputBudget } from '../../actors/context/output-budget.js';
import { buildSystemPrompt } from '../../actors/context/system-prompt.js';
import { UnknownToolError } from '../../actors/protocol/errors.js';
import type { ReadLog } from '../../actors/protocol/file-changes.js';
import type { LLMAdapter } from '../../actors/protocol/llm.js';
import type { BodyOf } from '../../actors/protocol/thread.js';
import type { CallPreview, Tool } from '../../actors/protocol/tool.js';
import { toMessages } from '../../actors/threads/to-messages.js';
import type { ThreadRecord } from '../../actors/threads/thread-record.js';
import { parseArguments } from '../../actors/tools/calls/parse-arguments.js';
import { toDescription } from '../../actors/tools/calls/registry.js';
import { runTool } from '../../actors/tools/calls/run-tool.js';
import { isOffered } from '../../machines/tool-info.js';
import type { Approvals } from './approvals.js';
import { askWithinWindow } from './ask-within-window.js';
import type { TurnServices } from './compose-turn.js';
import type { EngineParts } from './engine-parts.js';
import { PausableTimer } from './pausable-timer.js';

// Systems whose common name differs from what they report.
const OS_NAMES: Readonly<Record<string, string>> = { Darwin: 'macOS', Windows_NT: 'Windows' };

interface TurnContext {
  readonly parts: EngineParts;
  readonly thread: ThreadRecord;
  readonly approvals: Approvals;
  readonly reads: ReadLog;
  readonly adapter: LLMAdapter;
  /** The tools of the turn, by name. */
  readonly tools: ReadonlyMap<string, Tool>;
  /** Aborts when the turn is over. */
  readonly turn: AbortSignal;
  readonly record: TurnServices['record'];
}

/** The effects of one turn, over the parts of its engine and the memory of its thread. */
export function createTurnServices({
  parts,
  thread,
  approvals,
  reads,
  adapter,
  tools,
  turn,
  record,
}: TurnContext): TurnServices {
  const { roots, clock, random, takeCheckpoint } = parts;
  let timer: PausableTimer | undefined;
  /** What the previews of calls have planned, by call id, until the calls run. */
  const plans = new Map<string, unknown>();
  const expectTool = (name: string): Tool => {
    const tool = tools.get(name);
    if (tool !== undefined) return tool;
    throw new UnknownToolError(`There is no tool named "${name}".`, { tool: name, known: [...tools.keys()] });
  };
  const warn = (message: string): void => {
    record({ kind: 'notice', message } satisfies BodyOf<'notice'>);
  };
  const stream: TurnServices['stream'] = (event) => {
    if (!turn.aborted) thread.stream(event);
  };
  return {
    turn,
    record,
    stream,
    stored: () => thread.settled(),
    callModel: async (mode, hooks) => {
      const offered = [...tools.values()].filter((tool) => isOffered(tool, mode)).map(toDescription);
      const prompt = buildSystemPrompt({
        mode,
        roots,
        toolsOffered: offered.map(({ name }) => name),
        osName: OS_NAMES[osType()] ?? osType(),
        date: new Date(clock.now()).toISOString().slice(0, 'YYYY-MM-DD'.length),
      });
      return askWithinWindow(adapter, prompt, toMessages(thread.branch, adapter.provider), {
        ...hooks,
        ...(offered.length === 0 ? {} : { tools: offered }),
        clock,
        random,
      });
    },
    validateCall: ({ id: callId, name, arguments: text }) => {
      const tool = expectTool(name);
      const params = tool.validate(parseArguments(name, text));
      return { params, paths: parts.pathsOf({ callId, tool: name, category: tool.category, params }) };
    },
    judgeCall: async (call, signal) => {
      const judgement = await approvals.judge(call, {
        signal,
        preview: async (): Promise<CallPreview | undefined> =>
          expectTool(call.tool).preview?.(call.params, {
            signal,
            roots,
            reads,
            keepPlan: (plan) => plans.set(call.callId, plan),
          }),
      });
      if (judgement.kind === 'refuse') plans.delete(call.callId);
      return judgement;
    },
    askPerson: async (call, signal) => {
      // The time that a person takes does not count.
      timer?.hold();
      try {
        const answer = await approvals.waitForAnswer(call, { signal, warn });
        if (answer.decision === 'deny') plans.delete(call.callId);
        return answer;
      } finally {
        timer?.release();
      }
    },
    takeCheckpoint: async (call, signal) => takeCheckpoint?.(call, signal),
    runTool: (call, signal) => {
      const plan = plans.get(call.callId);
      plans.delete(call.callId);
      return runTool(expectTool(call.tool), call.params, {
        signal,
        roots,
        reads,
        ...(plan === undefined ? {} : { plan }),
        ...(call.access === undefined ? {} : { access: call.access }),
        ...(call.shown === undefined ? {} : { shown: call.shown }),
        budget: getOutputBudget(adapter),
        onOutput: ({ stream: name, text }) => {
          stream({ type: 'tool_output', callId: call.callId, stream: name, text });
        },
      });
    },
    keepTime: (maxTimeMs, onTimeUp) => {
      const running = new PausableTimer(clock, maxTimeMs, onTimeUp);
      timer = running;
      return () => {
        running.stop();
      };
    },
  };
}
