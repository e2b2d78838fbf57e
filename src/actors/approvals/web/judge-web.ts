import type { ApprovalMode, ApprovalRule, RuleEffect } from '../../protocol/approvals.js';
import type { CallPreview } from '../../protocol/tool.js';

type PagePreview = Extract<CallPreview, { kind: 'page' }>;
type SearchPreview = Extract<CallPreview, { kind: 'search' }>;

/** A call that would send something to the web. */
export type WebPreview = PagePreview | SearchPreview;

/** What decides about it, besides the address. */
export interface WebContext {
  readonly tool: string;
  readonly mode: ApprovalMode;
  /** The effect of the rules about the tool. */
  readonly onTool: RuleEffect | undefined;
  /** The effect of the rules about the host. */
  readonly onHost: RuleEffect | undefined;
}

/** The decision about a call that would send something to the web. */
export type WebDecision =
  | { readonly kind: 'run' }
  | { readonly kind: 'ask'; readonly reasons: readonly string[]; readonly remember: readonly ApprovalRule[] }
  | { readonly kind: 'deny'; readonly reason: string };

/**
 * Decides whether a call may send something to the web. What is allowed holds for a host and for encrypted connections;
 * an address that is not public is asked about each time, in every mode. Source: SPEC A5.
 */
export function judgeWeb(preview: WebPreview, context: WebContext): WebDecision {
  const { tool, mode, onTool } = context;
  if (onTool === 'deny') return { kind: 'deny', reason: `A rule forbids ${tool}.` };
  const isByRule = onTool === 'ask';
  const reasons = isByRule ? ['A rule wants you to be asked about it.'] : [];
  if (preview.kind === 'search') {
    if (!isByRule && (mode === 'auto' || onTool === 'allow')) return { kind: 'run' };
    return {
      kind: 'ask',
      reasons: [...reasons, `${preview.provider} gets these words, and searches the web with them.`],
      remember: isByRule ? [] : [{ effect: 'allow', when: { tool } }],
    };
  }
  return judgePage(preview, { ...context, reasons, isByRule });
}

function judgePage(
  preview: PagePreview,
  {
    mode,
    onTool,
    onHost,
    reasons: before,
    isByRule,
  }: WebContext & { readonly reasons: readonly string[]; readonly isByRule: boolean },
): WebDecision {
  const { host, from, addresses = [], isPrivateName = false } = preview;
  if (onHost === 'deny') return { kind: 'deny', reason: `A rule forbids to fetch anything from ${host}.` };
  // Nothing is sent: the text is here.
  if (preview.isKept === true) return { kind: 'run' };
  const isPublic = addresses.length === 0 && !isPrivateName;
  const isEncrypted = preview.url.startsWith('https:');
  const isAsked = isByRule || onHost === 'ask';
  const isAllowed = mode === 'auto' || onTool === 'allow' || (onHost === 'allow' && isEncrypted);
  if (isAllowed && isPublic && !isAsked) return { kind: 'run' };
  return {
    kind: 'ask',
    reasons: [
      ...(from === undefined ? [] : [`${from} redirects to this address.`]),
      ...(onHost === 'ask' ? [`A rule wants you to be asked about ${host}.`] : before),
      ...addresses.map(
        ({ address, what }) => `${address} is ${what}: you are asked about such an address each time.`,
      ),
      ...(isPrivateName && addresses.length === 0
        ? [
            `${host} is a name as private networks have it: you are asked about such a name each time, and about its address once that is known.`,
          ]
        : []),
      ...(isEncrypted
        ? []
        : ['It goes over plain http: others on the way can read and change what is sent and what comes.']),
      `The server of ${host} gets this address, and whatever is in it.`,
    ],
    remember: isAsked || !isPublic || !isEncrypted ? [] : [{ effect: 'allow', when: { host } }],
  };
}
