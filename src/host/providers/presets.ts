import { omitUndefined } from '../../actors/protocol/json/omit-undefined.js';
import { parseUrl } from '../../actors/protocol/web/parse-url.js';

/** A well-known server of models, which a person chooses by its name. */
export interface ProviderPreset {
  readonly id: string;
  readonly label: string;
  /** The address that it usually has; `''` is OpenAI itself. */
  readonly baseUrl: string;
  /** Whether it runs on a machine of the person's, at an address that may differ, and mostly without a key. */
  readonly isOwnServer: boolean;
  /** A model that it may have, as an example for a name that is typed. */
  readonly example: string;
  /** The API that it speaks. Default: `openai`, OpenAI's chat completions. */
  readonly api?: string;
}

// The addresses are those that each project's documentation names.
const HOSTED: readonly (readonly [
  id: string,
  label: string,
  baseUrl: string,
  example: string,
  api?: string,
])[] = [
  ['openai', 'OpenAI', '', 'gpt-5'],
  ['anthropic', 'Anthropic', 'https://api.anthropic.com', 'claude-sonnet-4-6', 'anthropic'],
  ['openrouter', 'OpenRouter', 'https://openrouter.ai/api/v1', 'anthropic/claude-sonnet-4'],
  ['deepseek', 'DeepSeek', 'https://api.deepseek.com/v1', 'deepseek-chat'],
  ['mistral', 'Mistral', 'https://api.mistral.ai/v1', 'devstral-medium-latest'],
  ['groq', 'Groq', 'https://api.groq.com/openai/v1', 'openai/gpt-oss-120b'],
];

const LOCAL = [
  ['ollama', 'Ollama', 'http://localhost:11434/v1', 'qwen3-coder'],
  ['lmstudio', 'LM Studio', 'http://localhost:1234/v1', 'qwen/qwen3-coder-30b'],
  ['vllm', 'vLLM', 'http://localhost:8000/v1', 'Qwen/Qwen3-Coder-30B-A3B-Instruct'],
  ['own', 'A server of your own', '', 'qwen3-coder'],
] as const;

/** Servers that people use: those of companies first, then those that a person runs. */
export const PROVIDER_PRESETS: readonly ProviderPreset[] = [
  ...HOSTED.map(([id, label, baseUrl, example, api]) => ({
    id,
    label,
    baseUrl,
    example,
    isOwnServer: false,
    ...omitUndefined({ api }),
  })),
  ...LOCAL.map(([id, label, baseUrl, example]) => ({
    id,
    label,
    baseUrl,
    example,
    isOwnServer: true,
  })),
];

/** The company's preset whose server has this address; `undefined` for any other server. */
export function findHostedPreset(baseUrl: string): ProviderPreset | undefined {
  const origin = originOf(baseUrl);
  return PROVIDER_PRESETS.find((preset) => !preset.isOwnServer && originOf(preset.baseUrl) === origin);
}

function originOf(baseUrl: string): string {
  if (baseUrl === '') return 'https://api.openai.com';
  return parseUrl(baseUrl)?.origin ?? baseUrl;
}
