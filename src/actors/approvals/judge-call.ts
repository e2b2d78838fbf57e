import { resolve } from 'node:path';
import type { ApprovalMode, ApprovalPolicy, ApprovalRule } from '../protocol/approvals.js';
import { isRecord, readString } from '../protocol/json/json-shape.js';
import { listNamedPaths } from '../protocol/json/read-arguments.js';
import { previewFiles } from '../protocol/previews/preview-files.js';
import type { SandboxRefusal } from '../protocol/sandbox-refusal.js';
import type { SandboxRequest, SandboxState } from '../protocol/shell.js';
import type { CallPreview, ToolCategory, TouchedPath } from '../protocol/tool.js';
import type { AbsPath } from '../protocol/workspace.js';
import { type AllowedEdits, areEditsAllowed, canAllowEdits, listEditedPaths } from './allowed-edits.js';
import { type AccessPlan, type NetworkPolicy, planAccess } from './plan-access.js';
import { judgeWeb } from './web/judge-web.js';
import { matchesHost } from './web/match-host.js';
import { judgePreview, NEW_SHELL_TOOL, type PreviewContext } from './judge-preview.js';
import { strongestEffect } from './match-rule.js';
import {
  type PathInspection,
  type JudgedPath,
  judgeTouched,
  type TouchedProtection,
} from './protected/judge-touched.js';
import { describeProtection } from './protected/protected-places.js';
import { findPathEffect, restrictsFilesIn } from './path-rules.js';
import type { Verdict } from './verdict.js';
import { parseUrl } from '../protocol/web/parse-url.js';

/** The parts of a tool call that approvals depend on. */
export interface JudgedCall {
  readonly tool: string;
  readonly category: ToolCategory;
  readonly server?: string;
  readonly params: unknown;
  /** Files that the call names besides those in its parameters. */
  readonly paths?: readonly string[];
  /** Why the call, a command, has failed in the looking world. Default: it has not run. */
  readonly refusal?: SandboxRefusal;
}

/** The decision about a call. */
export type CallDecision =
  | {
      readonly kind: 'run';
      readonly access?: SandboxRequest;
      /** Whether the mode alone lets it run: what nobody could restore stays as it is then. Default: no. Source: SPEC K5. */
      readonly isRestorable?: true;
    }
  | {
      readonly kind: 'ask';
      readonly reasons: readonly string[];
      /** Rules that would allow calls like this one. Empty when no rule may. */
      readonly remember: readonly ApprovalRule[];
      /** The files of an edit that can be allowed for the conversation. Default: it is none, or cannot. */
      readonly edits?: readonly TouchedPath[];
      /** What the call may access if it is approved. Default: it runs no command. */
      readonly access?: SandboxRequest;
      /** The protected places that it changes, as the preview names them. Default: none. */
      readonly protectedPaths?: readonly string[];
    }
  | { readonly kind: 'deny'; readonly reason: string };

export interface CallContext extends PreviewContext {
  readonly policy: ApprovalPolicy;
  /** Default: `ask`. */
  readonly network?: NetworkPolicy;
  /** What the disk shows about the files that the call changes. Default: nothing. */
  readonly inspection?: PathInspection;
  /** Default: none. */
  readonly allowedEdits?: AllowedEdits;
}

const CATEGORY_REASONS: Readonly<Record<ToolCategory, string>> = {
  'Read file': 'It reads files, and you want to be asked about that.',
  'File edits': 'It changes files.',
  'Dangerous tools': 'It may do anything that you can do.',
  'Web tools': 'It sends something to the web.',
  'MCP tools': 'It belongs to a server that Troupe knows nothing about.',
};

const REFUSALS: Readonly<Record<SandboxRefusal, string>> = {
  write: 'It ran where nothing can be written, and failed because of that.',
  network: 'It ran without the network, and failed because of that.',
  hidden: 'It ran where files and variables of yours are hidden, and failed because of that.',
  uncovered:
    'It ran where it cannot change what nobody could restore, and failed because of that. What it did before stays.',
};

/**
 * Decides whether a call runs, needs approval or is denied. Rules come first: `deny`, then `ask`, then `allow`.
 * Otherwise the mode of the category decides, except that a command that only reads runs without asking.
 * Source: SPEC A5.
 */
export function judgeCall(
  call: JudgedCall,
  preview: CallPreview | undefined,
  context: CallContext,
): CallDecision {
  const { rules, policy } = context;
  const onTool = strongestEffect(rules.filter((rule) => isAboutTool(rule, call)).map(({ effect }) => effect));
  if (preview?.kind === 'page' || preview?.kind === 'search')
    return judgeWeb(preview, {
      tool: call.tool,
      mode: policy[call.category],
      onTool,
      onHost: findHostEffect(preview, rules),
    });
  const onPaths = findPathEffects(call, preview, context);
  const edited = listEditedPaths(call.category, preview);
  const effectsOnFiles = new Set([...onPaths, ...findEditEffects(edited, context)]);
  const isReadingOn = isAboutRunningCommand(call, preview);
  const verdict =
    preview?.kind === 'command' && !isReadingOn ? judgePreview(call.tool, preview, context) : undefined;
  if (verdict?.kind === 'deny') return verdict;
  if (onTool === 'deny') return { kind: 'deny', reason: `A rule forbids ${call.tool}.` };
  if (effectsOnFiles.has('deny')) return { kind: 'deny', reason: 'A rule forbids to touch this file.' };

  const guarded = findProtections(call, preview, context);
  const refused = guarded.find(({ isRefused }) => isRefused);
  if (refused !== undefined)
    return { kind: 'deny', reason: `${refused.shown} is ${refused.what}: it is not changed by tools.` };

  const isAskedByRule =
    guarded.length > 0 ||
    onTool === 'ask' ||
    effectsOnFiles.has('ask') ||
    (verdict?.kind === 'ask' && verdict.isByRule);
  const mode = policy[call.category];
  const planned = planFor(call, preview, verdict, context);
  if (call.refusal === 'network' && context.network === 'never')
    return { kind: 'deny', reason: 'It failed without the network, and the settings turn the network off.' };
  const isAllowedByRule =
    onTool === 'allow' ||
    (onPaths.length > 0 && onPaths.every((effect) => effect === 'allow')) ||
    verdict?.kind === 'safe';
  const isAllowed =
    mode === 'auto' ||
    isReadingOn ||
    ((isAllowedByRule ||
      isAllowedByMode(call, preview, mode, context.sandbox) ||
      areEditsAllowed(edited, context.allowedEdits, context.roots)) &&
      planned?.isAskedAbout !== true &&
      call.refusal === undefined);
  if (isAllowed && !isAskedByRule)
    return {
      kind: 'run',
      ...(planned === undefined ? {} : { access: accessIn(mode, planned, context) }),
      ...(mode === 'sandboxed' && !isAllowedByRule ? { isRestorable: true } : {}),
    };
  const reasons = [
    ...guarded.map(
      (place) => `${place.shown} is ${describeProtection(place)}: you are asked about it each time.`,
    ),
    ...(call.refusal === undefined ? [] : [REFUSALS[call.refusal]]),
    ...(onTool === 'ask' || effectsOnFiles.has('ask') ? ['A rule wants you to be asked about it.'] : []),
    ...(verdict?.kind === 'ask' ? verdict.reasons : []),
    ...(planned?.reasons ?? []),
  ];
  return {
    kind: 'ask',
    reasons: reasons.length > 0 ? reasons : [CATEGORY_REASONS[call.category]],
    // Of an edit that says what it changes, the files are allowed, or all edits of the conversation; never its tool.
    remember: isAskedByRule || edited.length > 0 ? [] : listRulesToOffer(call, preview, verdict),
    ...(!isAskedByRule && canAllowEdits(edited, context.roots) ? { edits: edited } : {}),
    ...(planned === undefined ? {} : { access: toWorking(planned.access) }),
    ...(guarded.length === 0 ? {} : { protectedPaths: guarded.map(({ shown }) => shown) }),
  };
}

/** The protected places that a call changes: from its preview, or else from its parameters. */
function findProtections(
  call: JudgedCall,
  preview: CallPreview | undefined,
  { roots, inspection, followLinks = (path) => path }: CallContext,
): readonly TouchedProtection[] {
  if (call.category !== 'File edits') return [];
  const named = listPaths(call, preview).flatMap((path) =>
    roots.map((root): JudgedPath => {
      const absolute = resolve(root, withoutScheme(path));
      return { shown: path, absolute: followLinks(absolute) as AbsPath };
    }),
  );
  return judgeTouched(previewFiles(preview) ?? named, roots, inspection);
}

/** Whether a call reads on what a terminal's running command prints, or interrupts that: it starts nothing. */
function isAboutRunningCommand({ tool }: JudgedCall, preview: CallPreview | undefined): boolean {
  return (
    tool === 'run_persistent_command' &&
    preview?.kind === 'command' &&
    /^\s*(?:\^C\s*)?$/.test(preview.command)
  );
}

/** What the call may access, if it runs commands. A persistent terminal's commands have what it was opened with. */
function planFor(
  { tool, refusal }: JudgedCall,
  preview: CallPreview | undefined,
  verdict: Verdict | undefined,
  { network }: CallContext,
): AccessPlan | undefined {
  if (preview?.kind === 'command' && tool === NEW_SHELL_TOOL)
    return planAccess(verdict, preview.grants, network, refusal);
  if (preview?.kind === 'text' && preview.grants !== undefined)
    return planAccess(undefined, preview.grants, network);
  return undefined;
}

/** What a command may access that runs without a question. */
function accessIn(mode: ApprovalMode, { access }: AccessPlan, { network }: CallContext): SandboxRequest {
  if (mode === 'ask') return access;
  const working = toWorking(access);
  // With `auto` nobody would be asked, so that keeping the network from a command would only make it fail.
  return mode === 'auto' && working.kind === 'working'
    ? { ...working, hasNetwork: network !== 'never' }
    : working;
}

/** What a command may access that may do more than look. */
function toWorking(access: SandboxRequest): SandboxRequest {
  return access.kind === 'looking'
    ? { kind: 'working', hasNetwork: false, mayWriteRepository: false, reveals: [] }
    : access;
}

function listRulesToOffer(
  call: JudgedCall,
  preview: CallPreview | undefined,
  verdict: Verdict | undefined,
): readonly ApprovalRule[] {
  const { tool } = call;
  if (verdict?.kind === 'ask' && preview?.kind === 'command') {
    const { command: line, cwd } = preview;
    if (verdict.prefixes.length > 0)
      return verdict.prefixes.map((command) => ({ effect: 'allow', when: { command } }));
    return verdict.canAllowLine ? [{ effect: 'allow', when: { line, cwd } }] : [];
  }
  // No rule may allow a whole tool that runs commands, even if this command is harmless.
  return preview?.kind === 'command' || tool === NEW_SHELL_TOOL
    ? []
    : [{ effect: 'allow', when: { tool: findDispatched(call) ?? tool } }];
}

function isAboutTool({ when }: ApprovalRule, call: JudgedCall): boolean {
  const { tool, server } = call;
  if ('server' in when) return when.server === server;
  return 'tool' in when && (when.tool === tool || when.tool === findDispatched(call));
}

function findHostEffect(
  preview: CallPreview,
  rules: readonly ApprovalRule[],
): ApprovalRule['effect'] | undefined {
  if (preview.kind !== 'page') return undefined;
  const about = rules.filter(({ when }) => 'host' in when && matchesHost(when.host, preview.host));
  return strongestEffect(about.map(({ effect }) => effect));
}

/** The tool that a call of an MCP server's `call_tool` calls. No tool of a server itself has that name. */
function findDispatched({ tool, server, params }: JudgedCall): string | undefined {
  if (server === undefined || tool !== `${server}__call_tool` || !isRecord(params)) return undefined;
  return readString(params['tool']);
}

/** The effects that rules have on each file of a call; `undefined` for a file that no rule matches. */
function findPathEffects(
  call: JudgedCall,
  preview: CallPreview | undefined,
  { rules, roots }: CallContext,
): readonly (ApprovalRule['effect'] | undefined)[] {
  if (!rules.some(({ when }) => 'path' in when)) return [];
  const access = call.category === 'Read file' ? 'read' : 'write';
  return listPaths(call, preview).map((path) =>
    strongestEffect(
      roots.flatMap((root) => findPathEffect(rules, resolve(root, withoutScheme(path)), access, roots) ?? []),
    ),
  );
}

/**
 * The effects that rules have on the files that an edit changes, wherever the names in its parameters lead. What they
 * allow does not count: a rule allows the name that the call uses. Nobody knows what is in a folder by the time it is
 * deleted, so it is asked about when a rule may deny or ask about something in it.
 */
function findEditEffects(
  edited: readonly TouchedPath[],
  { rules, roots }: CallContext,
): readonly (ApprovalRule['effect'] | undefined)[] {
  return edited.flatMap(({ absolute, isTree }) => [
    findPathEffect(rules, resolve(absolute), 'write', roots),
    isTree === true && restrictsFilesIn(rules, absolute, roots, 'write') ? 'ask' : undefined,
  ]);
}

/** The files that a call names. */
export function listPaths(
  { params, paths = [] }: JudgedCall,
  preview: CallPreview | undefined,
): readonly string[] {
  return [
    ...new Set([...listNamedPaths(params), ...paths, ...(preview?.kind === 'diff' ? [preview.path] : [])]),
  ];
}

function withoutScheme(path: string): string {
  const url = path.startsWith('file:') ? parseUrl(path) : undefined;
  return url === undefined ? path : decodeURIComponent(url.pathname);
}

// They run no command themselves. What is opened is contained as the commands in it are.
const TERMINAL_TOOLS = new Set(['open_persistent_terminal', 'kill_persistent_terminal']);

/** Whether the mode lets a call run without a question, as far as its tool is concerned. */
function isAllowedByMode(
  { tool, category }: JudgedCall,
  preview: CallPreview | undefined,
  mode: ApprovalMode,
  sandbox: SandboxState | undefined,
): boolean {
  if (mode !== 'sandboxed') return mode === 'auto';
  if (category !== 'Dangerous tools') return category === 'Read file' || category === 'File edits';
  return sandbox === 'sandboxed' && (preview?.kind === 'command' || TERMINAL_TOOLS.has(tool));
}
