import type {
  Allowance,
  ApprovalDecision,
  ApprovalOffer,
  ApprovalPolicy,
  ApprovalRule,
  RememberScope,
} from '../../actors/protocol/approvals.js';
import { messageOf } from '../../actors/protocol/errors/message-of.js';
import { omitUndefined } from '../../actors/protocol/json/omit-undefined.js';
import { CAPABILITIES } from '../../actors/protocol/modes/capabilities.js';
import type { SandboxRequest } from '../../actors/protocol/shell.js';
import type { CallPreview, ToolResult } from '../../actors/protocol/tool.js';
import { type CallContext, type CallDecision, judgeCall } from '../../actors/approvals/judge-call.js';
import { digestOf } from '../../actors/tools/gate/check-shown.js';
import { lookOnly } from '../../actors/approvals/modes/look-only.js';
import { mayChangeFiles, respectUncovered } from '../../actors/approvals/uncovered/respect-uncovered.js';
import { previewFiles } from '../../actors/protocol/previews/preview-files.js';
import { joinSentences, toSentence } from '../../actors/protocol/sentences.js';
import { toFailedResult } from '../../actors/tools/calls/run-tool.js';
import { refuseForbidden } from '../../machines/refused-call.js';
import type {
  AllowedCall,
  Judgement,
  Permission,
  QuestionEnd,
  ValidatedCall,
} from '../../machines/validated-call.js';
import { Allowances } from './judging/allowances.js';
import {
  type AnswerOptions,
  type ApprovalResponse,
  type ApprovalOptions,
  DEFAULT_APPROVALS,
} from './judging/approval-options.js';
import { judgeWithGlobs } from './judging/judge-with-globs.js';
import { onlyLooks } from './judging/only-looks.js';
import { listOffers } from './judging/list-offers.js';

type AskedCall = Extract<CallDecision, { kind: 'ask' }>;

/** A question, as it was put. */
interface Question {
  readonly judged: AskedCall;
  readonly offers: readonly ApprovalOffer[];
  readonly preview: CallPreview | undefined;
  /** How often what is allowed had changed by then. */
  readonly changes: number;
}

/** A question that waits for its end. */
interface PendingQuestion {
  readonly call: ValidatedCall;
  readonly preview: CallPreview | undefined;
  readonly signal: AbortSignal;
  readonly end: (how: ApprovalResponse | AllowedCall) => void;
}

/**
 * The approvals of one conversation: pending questions, the person's answers, and the rules that follow from them.
 * Source: SPEC A5.
 */
export class Approvals {
  readonly #options: ApprovalOptions;
  readonly #pending = new Map<string, PendingQuestion>();
  /** The calls that a person has to be asked about and that nobody waits for yet. */
  readonly #questions = new Map<string, Question>();
  #changes = 0;
  readonly #allowances = new Allowances();

  constructor(options: ApprovalOptions = {}) {
    this.#options = options;
  }

  get #policy(): ApprovalPolicy {
    return { ...DEFAULT_APPROVALS, ...this.#options.policy };
  }

  /** The policy, as far as the mode of a call lets it decide. */
  #policyFor({ mode = 'agent' }: ValidatedCall): ApprovalPolicy {
    const { network, servers } = CAPABILITIES[mode];
    return {
      ...this.#policy,
      ...(network === 'yes' ? {} : { 'Web tools': 'ask' }),
      ...(servers === 'yes' ? {} : { 'MCP tools': 'ask' }),
    };
  }

  /** Whether the call is certain to run without asking, even without a preview. */
  mayRunWithoutAsking(call: ValidatedCall): boolean {
    const { rules = [], store } = this.#options;
    const hasRules = rules.length > 0 || store !== undefined;
    // Protected files and what commands may access depend on the call itself, and so does what a mode allows a server.
    const mode = this.#policyFor(call)[call.category];
    const isSimple =
      (call.category === 'Read file' && mode !== 'ask') || (call.category === 'MCP tools' && mode === 'auto');
    return isSimple && !hasRules;
  }

  /**
   * Decides whether a call runs, is refused, or a person has to be asked. A call whose preview fails needs no approval:
   * it cannot succeed, and the failure is its result.
   * Errors: the signal's reason when it aborts first.
   */
  async judge(
    call: ValidatedCall,
    {
      signal,
      preview: describe,
    }: { readonly signal: AbortSignal; readonly preview: () => Promise<CallPreview | undefined> },
  ): Promise<Judgement> {
    const mode = this.#policyFor(call)[call.category];
    if (this.mayRunWithoutAsking(call))
      return { kind: 'run', permission: {}, ...(call.category === 'Read file' ? {} : { by: 'mode' }) };
    let failure: ToolResult | undefined;
    const preview = await describe().catch((error: unknown) => {
      failure = toFailedResult(call.tool, error);
      return undefined;
    });
    signal.throwIfAborted();
    // Rules are checked even when the preview failed: its error message may quote a file that a rule protects.
    const judged = await this.#guardFiles(await this.#judge(call, preview), signal);
    signal.throwIfAborted();
    if (judged.kind === 'deny') {
      const isSecond = call.refusal !== undefined;
      const reason = joinSentences(judged.reason, isSecond ? '' : 'It was not run: try another way.');
      return { kind: 'refuse', by: 'rule', result: refuseForbidden(call.tool, reason) };
    }
    // Nothing is known about such a call, so that none may run unasked, and there is nothing to ask about.
    if (failure !== undefined) return { kind: 'refuse', result: failure };
    const permission = permissionOf(judged, preview);
    if (judged.kind === 'run') {
      // Nobody's approval is needed for what only reads what is here.
      const isHarmless =
        judged.access?.kind === 'looking' ||
        (call.category === 'Read file' && mode === 'auto') ||
        (preview?.kind === 'page' && preview.isKept === true);
      return { kind: 'run', permission, ...(isHarmless ? {} : { by: this.#sourceFor(call) }) };
    }
    const { reasons, protectedPaths, access } = judged;
    const offers = listOffers(judged, this.#options.store !== undefined);
    this.#questions.set(call.callId, { judged, offers, preview, changes: this.#changes });
    const question = {
      // Reasons come from several places, such as the sandbox, and are shown one after the other.
      reasons: [...reasons.map(toSentence), ...this.#describeLasting(access)],
      ...omitUndefined({ preview, protectedPaths }),
      ...(offers.length === 0 ? {} : { offers }),
    };
    return { kind: 'ask', question, permission };
  }

  /**
   * The person's answer about a call for which `judge` said that a person has to be asked, or that it may run because what
   * is allowed has changed meanwhile. Only what was offered extends beyond the call. `warn` reports a problem that does not
   * affect the call, as a sentence.
   * Errors: the signal's reason when it aborts first.
   */
  async waitForAnswer(
    call: ValidatedCall,
    { signal, warn }: { readonly signal: AbortSignal; readonly warn: (message: string) => void },
  ): Promise<QuestionEnd> {
    signal.throwIfAborted();
    const question = this.#questions.get(call.callId);
    this.#questions.delete(call.callId);
    const asked = this.#ask(call, question?.preview, signal);
    // More may have been allowed since it was judged.
    if (question !== undefined && question.changes !== this.#changes) void this.reconsider();
    const end = await asked;
    if ('kind' in end) return end;
    const { decision, remember, reason } = end;
    if (decision === 'deny') return { decision, ...omitUndefined({ reason }) };
    const isOffered = question?.offers.some((offer) => offer.scope === remember) === true;
    if (remember !== undefined && question !== undefined && isOffered)
      await this.#remember(question.judged, remember, warn);
    else if (remember !== undefined)
      warn(`What you allowed holds for this call only: "${remember}" was not offered for it.`);
    const hasNetwork = asksForNetwork(question?.judged.access);
    if (hasNetwork) this.#allowances.hasNetwork = true;
    // Other questions may be about calls of the same kind.
    if (isOffered || hasNetwork) void this.reconsider();
    return { decision, ...(remember !== undefined && isOffered ? { scope: remember } : {}) };
  }

  /** Answers a pending call. Returns whether the call was pending: a second answer changes nothing. */
  answer(callId: string, decision: ApprovalDecision, options: AnswerOptions = {}): boolean {
    const asked = this.#pending.get(callId);
    asked?.end({ decision, ...options });
    return asked !== undefined;
  }

  /**
   * Judges all pending questions again, for when more is allowed than before: a call that needs no answer any more runs.
   * All others wait on, also those that would be refused now. Never rejects.
   */
  async reconsider(): Promise<void> {
    this.#changes += 1;
    await Promise.all([...this.#pending.values()].map((asked) => this.#reconsider(asked)));
  }

  /** What the person has allowed until this conversation ends, in the order in which it can be listed. */
  get allowances(): readonly Allowance[] {
    return this.#allowances.list;
  }

  /** Takes back what was allowed, for the calls that come. Does nothing with what is not allowed. */
  revoke(allowance: Allowance): void {
    this.#allowances.revoke(allowance);
  }

  /** Revokes what was allowed for this conversation. */
  forget(): void {
    this.#allowances.clear();
  }

  /** The call that has been pending the longest. */
  get first(): ValidatedCall | undefined {
    return this.#pending.values().next().value?.call;
  }

  /** Whether a permission to use the network holds for other commands too, because a person or a rule allows those. */
  get #keepsNetwork(): boolean {
    return this.#policy['Dangerous tools'] === 'ask';
  }

  /** What an approval with this access allows later commands, as sentences. */
  #describeLasting(access: SandboxRequest | undefined): readonly string[] {
    const isFirst = this.#options.network?.() !== 'allow' && !this.#allowances.hasNetwork;
    return asksForNetwork(access) && isFirst && this.#keepsNetwork
      ? ['Other commands that you allow in this conversation will have the network too.']
      : [];
  }

  async #judge(call: ValidatedCall, preview: CallPreview | undefined): Promise<CallDecision> {
    if (!onlyLooks(call)) return this.#decide(call, preview, this.#policyFor(call));
    const sandbox = await this.#options.sandboxState?.();
    // Without a sandbox it counts what the line is, and not what is allowed.
    const policy: ApprovalPolicy =
      sandbox === 'sandboxed' ? this.#policy : { ...this.#policy, 'Dangerous tools': 'ask' };
    const decision = await this.#decide(call, preview, policy);
    return lookOnly(decision, {
      preview,
      ...omitUndefined({ sandbox, refusal: call.refusal }),
    });
  }

  async #decide(
    call: ValidatedCall,
    preview: CallPreview | undefined,
    policy: ApprovalPolicy,
  ): Promise<CallDecision> {
    const {
      rules = [],
      store,
      roots = [],
      loadParser,
      sandboxState,
      pathsOf,
      followLinks,
      network: findNetwork,
      inspectPaths,
      globs,
    } = this.#options;
    const network = findNetwork?.() ?? 'ask';
    const { edits: allowedEdits } = this.#allowances;
    let kept: readonly ApprovalRule[];
    try {
      kept = (await store?.load()) ?? [];
    } catch (error) {
      // The rules that cannot be read may include one that denies this call.
      const reason = messageOf(error);
      return { kind: 'ask', reasons: [reason], remember: [] };
    }
    const parse = preview?.kind === 'command' ? await loadParser?.().catch(() => undefined) : undefined;
    const touched = previewFiles(preview) ?? [];
    const inspection = touched.length === 0 ? undefined : await inspectPaths?.(touched);
    const context: CallContext = {
      policy,
      rules: [...rules, ...kept, ...this.#allowances.rules],
      roots,
      ...(sandboxState === undefined ? {} : { sandbox: await sandboxState() }),
      ...omitUndefined({ parse }),
      network: network === 'ask' && this.#allowances.hasNetwork && this.#keepsNetwork ? 'allow' : network,
      ...omitUndefined({ inspection, followLinks, allowedEdits }),
    };
    const withPaths = { ...call, paths: pathsOf?.(call) ?? [] };
    if (globs === undefined) return judgeCall(withPaths, preview, context);
    return judgeWithGlobs(globs, (expandGlob) => judgeCall(withPaths, preview, { ...context, expandGlob }));
  }

  /** Keeps a command from what could not be restored, or has the question say what that is. */
  async #guardFiles(decision: CallDecision, signal: AbortSignal): Promise<CallDecision> {
    const { findUncovered, roots = [] } = this.#options;
    if (findUncovered === undefined || !mayChangeFiles(decision)) return decision;
    return respectUncovered(decision, await findUncovered(signal).catch(() => undefined), roots);
  }

  /** Remembers an answer whose scope was offered. */
  async #remember(
    { edits = [], remember: rules }: AskedCall,
    scope: RememberScope,
    warn: (message: string) => void,
  ): Promise<void> {
    this.#allowances.add(scope, edits, rules);
    if (scope !== 'always') return;
    try {
      await this.#options.store?.add(rules);
    } catch (error) {
      const reason = messageOf(error);
      warn(
        `What you allowed holds until this conversation ends, not always: it could not be kept (${reason}).`,
      );
    }
  }

  async #reconsider({ call, preview, signal, end }: PendingQuestion): Promise<void> {
    const judged = await this.#judge(call, preview)
      .then((decision) => this.#guardFiles(decision, signal))
      .catch(() => undefined);
    // It may have ended meanwhile, and the call may have come to another question.
    if (judged?.kind === 'run' && this.#pending.get(call.callId)?.end === end)
      end({ kind: 'run', permission: permissionOf(judged, preview), by: this.#sourceFor(call) });
  }

  /** What lets a call run without a question. */
  #sourceFor({ category }: ValidatedCall): 'rule' | 'mode' {
    return this.#policy[category] === 'ask' ? 'rule' : 'mode';
  }

  /** Waits for the end of a question. Errors: the signal's reason when it aborts first. */
  #ask(
    call: ValidatedCall,
    preview: CallPreview | undefined,
    signal: AbortSignal,
  ): Promise<ApprovalResponse | AllowedCall> {
    return new Promise((resolve, reject) => {
      const forget = (): void => {
        signal.removeEventListener('abort', onAbort);
        this.#pending.delete(call.callId);
      };
      const onAbort = (): void => {
        forget();
        reject(signal.reason);
      };
      signal.addEventListener('abort', onAbort);
      this.#pending.set(call.callId, {
        call,
        preview,
        signal,
        end: (how) => {
          forget();
          resolve(how);
        },
      });
    });
  }
}

function permissionOf(
  { access }: Exclude<CallDecision, { kind: 'deny' }>,
  preview: CallPreview | undefined,
): Permission {
  return {
    ...omitUndefined({ access }),
    ...(preview === undefined ? {} : { shown: digestOf(preview) }),
  };
}

function asksForNetwork(access: SandboxRequest | undefined): boolean {
  return access?.kind === 'working' && access.hasNetwork;
}
