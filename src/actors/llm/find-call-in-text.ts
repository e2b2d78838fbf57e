import { isRecord, parseRecord } from '../protocol/json/json-shape.js';

// How models begin a call that they write as text: Qwen, Hermes and GLM; Qwen Coder and Llama; Mistral; Llama 3;
// DeepSeek and Kimi; MiniMax and Claude; gpt-oss.
const OPENING =
  /^[ \t]*(?:<tool_call>|<function=|\[TOOL_CALLS\]|<\|python_tag\|>|<[|｜]tool[_▁]calls?[_▁](?:section[_▁])?begin[|｜]>|<[\w:|｜]*invoke name=|<\|channel\|>commentary to=)/gm;

// The name of the tool follows the opening closely; a name further away belongs to other text. Units: UTF-16 units.
const MAX_NAME_DISTANCE = 200;

const CODE_BLOCK = /^[ \t]*(`{3,}|~{3,})[^]*?(?:^[ \t]*\1|$(?![^]))/gm;

/**
 * The tool that a model calls in the text of its answer, because its server does not parse that model's calls. Only
 * names in `tools` count, and only at the beginning of a line outside code blocks, because an answer may be about tool
 * calls.
 */
export function findCallInText(text: string, tools: readonly string[]): string | undefined {
  if (tools.length === 0) return undefined;
  const whole = parseRecord(text.trim().replace(/^```(?:json)?\n([^]*)\n```$/, '$1'));
  if (whole !== undefined && (isRecord(whole.arguments) || isRecord(whole.parameters)))
    return tools.find((tool) => tool === whole.name);
  const prose = text.replace(CODE_BLOCK, '');
  for (const { index } of prose.matchAll(OPENING)) {
    const words = new Set(prose.slice(index, index + MAX_NAME_DISTANCE).match(/[\w-]+/g));
    const tool = tools.find((name) => words.has(name));
    if (tool !== undefined) return tool;
  }
  return undefined;
}
