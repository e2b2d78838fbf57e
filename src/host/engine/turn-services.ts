import { omitUndefined } from '../../actors/protocol/json/omit-undefined.js';
import { draftPlan } from '../../actors/threads/plans/draft-plan.js';
import { foldPlan } from '../../actors/threads/plans/fold-plan.js';
import { getOutputBudget } from '../../actors/context/output-budget.js';
import { UnknownToolError } from '../../actors/protocol/errors.js';
import type { ReadLog } from '../../actors/protocol/file-changes.js';
import type { LLMAdapter, Usage } from '../../actors/protocol/llm.js';
import type { BodyOf, TurnId } from '../../actors/protocol/thread.js';
import type { CallPreview, Tool, ToolContext, ToolResult } from '../../actors/protocol/tool.js';
import { findHead } from '../../actors/threads/requests/find-head.js';
import { findResult } from '../../actors/threads/requests/find-result.js';
import { priceOf } from '../../actors/llm/price-of.js';
import type { ThreadRecord } from '../../actors/threads/thread-record.js';
import { parseArguments } from '../../actors/tools/calls/parse-arguments.js';
import { runTool } from '../../actors/tools/calls/run-tool.js';
import { appendLateErrors } from '../../actors/tools/diagnostics/late-errors.js';
import { READ_RESULT_TOOL } from '../../actors/tools/text/tell-read-again.js';
import { SKILL_TOOL } from '../../actors/tools/instructions/read-skill.js';
import type { ValidatedCall } from '../../machines/validated-call.js';
import type { Approvals } from './approvals.js';
import { onlyLooks } from './judging/only-looks.js';
import { CallRecorder } from './call-recorder.js';
import type { TurnServices } from './compose-turn.js';
import type { EngineParts } from './engine-parts.js';
import { InstructionsFollower } from './instructions-follower.js';
import { PausableTimer } from '../../actors/runtime/pausable-timer.js';
import { searchOf } from './search-of.js';
import type { TimeTravel } from './time-travel.js';
import type { TurnModel } from './turn-model.js';

interface TurnContext {
  readonly id: TurnId;
  readonly parts: EngineParts;
  readonly thread: ThreadRecord;
  readonly approvals: Approvals;
  readonly reads: ReadLog;
  readonly travel: TimeTravel;
  readonly model: TurnModel;
  /** The tools of the turn, by name. */
  readonly tools: ReadonlyMap<string, Tool>;
  /** Whether the turn carries out a step of a plan. */
  readonly isStep: boolean;
  /** Aborts when the turn is over. */
  readonly turn: AbortSignal;
  readonly record: TurnServices['record'];
}

/** The effects of one turn, over the parts of its engine and the memory of its thread. */
export function createTurnServices({
  id,
  parts,
  thread,
  approvals,
  reads,
  travel,
  model,
  tools,
  isStep,
  turn,
  record,
}: TurnContext): TurnServices {
  const { roots, clock, random, checkpoints, changes } = parts;
  /** What a preview and a run know alike. */
  const contextOf = ({
    target,
  }: ValidatedCall): Pick<ToolContext, 'roots' | 'reads' | 'thread' | 'target' | 'webSearch'> => {
    const webSearch = searchOf(model.adapter);
    return {
      roots,
      reads,
      thread: thread.id,
      ...omitUndefined({ target, webSearch }),
    };
  };
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
  const recorder =
    checkpoints === undefined
      ? undefined
      : new CallRecorder({
          checkpoints,
          ...omitUndefined({ changes }),
          thread,
          turn: id,
          travel,
          reads,
          warn,
          ended: turn,
        });
  const follower = parts.instructions && new InstructionsFollower(parts.instructions);
  /** Gives the model the rules and skills that it does not have. Errors: the signal's reason; `ThreadStoreError`. */
  const follow = async (signal: AbortSignal): Promise<void> => {
    if (follower === undefined) return;
    const { branch } = thread;
    const offersSkills = findHead(branch)?.head.tools.some(({ name }) => name === SKILL_TOOL) === true;
    const instructions = await follower.next(branch, {
      adapter: model.adapter,
      offersSkills,
      onProblem: warn,
      signal,
    });
    if (instructions === undefined) return;
    record(instructions);
    await thread.settled();
  };
  const stream: TurnServices['stream'] = (event) => {
    if (!turn.aborted) thread.stream(event);
  };
  const withLateErrors = async (result: ToolResult): Promise<ToolResult> => {
    const errors = (await parts.lateErrors?.take(thread.id)) ?? [];
    return errors.length === 0 ? result : { ...result, output: appendLateErrors(result.output, errors) };
  };
  /** The turn ended while the call was being made, and what the call has done stays done. */
  const recordLate = ({ callId, tool }: ValidatedCall, result: ToolResult): void => {
    if (turn.aborted && result.success)
      thread.append({ kind: 'observation', callId, tool, result }, { turn: id });
  };
  return {
    turn,
    record,
    stream,
    stored: () => thread.settled(),
    callModel: async ({ onCompacted, onUsed, onDelta, ...hooks }) => {
      await follow(hooks.signal);
      return model.ask({
        ...hooks,
        onDelta: (delta) => {
          if (delta.type === 'notice') warn(delta.message);
          if (delta.type === 'usage') onUsed(withCost({ usage: delta.usage }, model.adapter));
          onDelta(delta);
        },
        onCompacted: (compaction) => {
          onCompacted(compaction);
          return thread.settled();
        },
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
            ...contextOf(call),
            signal,
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
        const end = await approvals.waitForAnswer(call, { signal, warn });
        if (!('kind' in end) && end.decision === 'deny') plans.delete(call.callId);
        return end;
      } finally {
        timer?.release();
      }
    },
    takeCheckpoint: async ({ tool, callId }, signal) => {
      if (expectTool(tool).usesFileChanges !== true) await recorder?.before(callId, signal);
    },
    runTool: (call, signal) => {
      const { callId } = call;
      const tool = expectTool(call.tool);
      const plan = plans.get(callId);
      plans.delete(callId);
      const port = tool.usesFileChanges === true ? recorder?.portFor(callId) : undefined;
      const run = (): Promise<ToolResult> =>
        runTool(tool, call.params, {
          ...contextOf(call),
          signal,
          ...omitUndefined({ plan }),
          // Whatever was judged.
          ...(onlyLooks(call) ? { access: { kind: 'looking' } } : call.access && { access: call.access }),
          ...omitUndefined({ shown: call.shown, changes: port }),
          isStep,
          proposePlan: (proposal) => {
            const draft = draftPlan(foldPlan(thread.branch), proposal, 'model');
            record({ ...draft, callId });
            return draft;
          },
          findResult: (id) => findResult(thread.entries, id),
          pauseTurn: () => {
            const held = timer;
            held?.hold();
            return () => {
              held?.release();
            };
          },
          ...(tools.has(READ_RESULT_TOOL) ? { resultId: callId } : {}),
          budget: getOutputBudget(model.adapter),
          onOutput: ({ stream: name, text }) => {
            stream({ type: 'tool_output', callId, stream: name, text });
          },
        });
      const ran = recorder === undefined || tool.isReadOnly ? run() : recorder.around(callId, run);
      const told = ran.then(async (result) => withLateErrors(withCost(result, model.adapter)));
      if (!tool.isReadOnly) travel.track(told.then((result) => recordLate(call, result)));
      return told;
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

/** The result with what its requests to the model cost, where the price is known. */
function withCost<Used extends { readonly usage?: Usage }>(
  used: Used,
  { prices }: LLMAdapter,
): Used & { readonly costUsd?: number } {
  return used.usage === undefined || prices === undefined
    ? used
    : { ...used, costUsd: priceOf(used.usage, prices) };
}
