import type { CallPreview } from '../../../../actors/protocol/tool.js';
import { toPlainWords } from './plain-words.js';
import { readServerTool } from './server-tool.js';
import { SERVER_TOOL_TEXTS } from '../../words/mcp-words.js';
import { APPROVAL_TEXTS } from '../../words/view-words.js';

/** What the fold with the diff of a question says. */
export function describeWhole(files: number, places: number): string {
  return files > 1 ? APPROVAL_TEXTS.wholeChangeIn(places, files) : APPROVAL_TEXTS.wholeChange(places);
}

type PreviewKind = CallPreview['kind'];

// The question and its name, by what would happen; any other one has the words of the tool.
const QUESTIONS: Readonly<Partial<Record<PreviewKind, readonly [question: string, name: string]>>> = {
  command: [APPROVAL_TEXTS.runCommand, APPROVAL_TEXTS.ofCommand],
  diff: [APPROVAL_TEXTS.makeChange, APPROVAL_TEXTS.ofChange],
  page: [APPROVAL_TEXTS.fetchPage, APPROVAL_TEXTS.ofPage],
  search: [APPROVAL_TEXTS.searchWeb, APPROVAL_TEXTS.ofSearch],
};

/** The question about a call. `tool` is the name of its tool. */
export function describeApprovalQuestion(tool: string, kind: PreviewKind | undefined): string {
  const [question] = (kind === undefined ? undefined : QUESTIONS[kind]) ?? [];
  if (question !== undefined) return question;
  const called = readServerTool(tool);
  return called === undefined
    ? APPROVAL_TEXTS.useTool(sayTool(tool))
    : SERVER_TOOL_TEXTS.use(called.tool, called.server);
}

/** The name of a question, for screen readers. */
export function nameQuestion(tool: string, kind: PreviewKind | undefined): string {
  const [, name] = (kind === undefined ? undefined : QUESTIONS[kind]) ?? [];
  if (name !== undefined) return name;
  const called = readServerTool(tool);
  return called === undefined
    ? APPROVAL_TEXTS.ofTool(sayTool(tool))
    : SERVER_TOOL_TEXTS.approvalOf(called.tool, called.server);
}

/** What an offer allows. What is quoted in it, such as a command, stays as it is. */
export function sayOffer(description: string): string {
  if (description.includes('`')) return description;
  return toPlainWords(description).replace(/[\w-]+__[\w-]+/, (name) => {
    const called = readServerTool(name);
    return called === undefined ? name : SERVER_TOOL_TEXTS.named(called.tool, called.server);
  });
}

/** The name of a tool as words: `delete_file_or_folder` is “Delete file or folder”. */
function sayTool(tool: string): string {
  const words = tool.replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
