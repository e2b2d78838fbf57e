import type { SandboxState } from '../protocol/shell.js';
import type { CallPreview, ToolCategory } from '../protocol/tool.js';

/**
 * Whether calls run without asking.
 * - `ask`: a person is asked first.
 * - `auto`: they run.
 * - `sandboxed`: commands run where there is a sandbox, without the network and without writing to the repository; a
 *   person is asked about a command that wants more, about all commands where there is no sandbox, and about other
 *   tools with unknown effects. For edits it is the same as `auto`.
 *
 * Protected places are asked about in each of them. Source: SPEC T10, K5.
 */
export type ApprovalMode = 'ask' | 'auto' | 'sandboxed';

/** The mode of each category of tools. */
export type ApprovalPolicy = Readonly<Record<ToolCategory, ApprovalMode>>;

// They run no command themselves. What is opened is contained as the commands in it are.
const TERMINAL_TOOLS = new Set(['open_persistent_terminal', 'kill_persistent_terminal']);

/** Whether the mode lets a call run without a question, as far as its tool is concerned. */
export function isAllowedByMode(
  { tool, category }: { readonly tool: string; readonly category: ToolCategory },
  preview: CallPreview | undefined,
  mode: ApprovalMode,
  sandbox: SandboxState | undefined,
): boolean {
  if (mode !== 'sandboxed') return mode === 'auto';
  if (category !== 'Dangerous tools') return category !== 'MCP tools';
  return sandbox === 'sandboxed' && (preview?.kind === 'command' || TERMINAL_TOOLS.has(tool));
}
