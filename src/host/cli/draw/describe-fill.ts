import type { Usage } from '../../../actors/protocol/llm.js';

// The view in the editor warns from the same share on: soon after it the conversation is compacted. Units: percent.
const NEARLY_FULL = 80;

/** How full the window of a model is. */
export interface WindowFill {
  /** `42 % of 200k context`, and what to do once it is nearly full. */
  readonly text: string;
  readonly isNearlyFull: boolean;
}

/**
 * How full the window of a model is after a reply with this usage; `undefined` where the usage or the window is not known,
 * or the window has no limit.
 */
export function describeFill(
  { inputTokens, outputTokens }: Usage,
  windowTokens: number | undefined,
): WindowFill | undefined {
  const tokens = inputTokens + outputTokens;
  if (windowTokens === undefined || !Number.isFinite(windowTokens) || windowTokens < 1 || tokens === 0)
    return undefined;
  const percent = Math.min(100, Math.round((100 * tokens) / windowTokens));
  const isNearlyFull = percent >= NEARLY_FULL;
  const text = `${percent} % of ${formatWindow(windowTokens)} context`;
  return { text: isNearlyFull ? `${text}: /compact makes room` : text, isNearlyFull };
}

/** `8.2k`, `128k`, `1M`, `1.05M`. */
function formatWindow(tokens: number): string {
  if (tokens < 1_000) return String(tokens);
  const [amount, unit] = tokens < 999_500 ? [tokens / 1_000, 'k'] : [tokens / 1_000_000, 'M'];
  return `${Number(amount.toPrecision(unit === 'k' && amount < 100 ? 2 : 3))}${unit}`;
}
