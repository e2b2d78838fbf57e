// Companies whose API keys may be in Troupe's environment.
const PROVIDERS =
  'ANTHROPIC|AZURE|CEREBRAS|COHERE|DASHSCOPE|DEEPSEEK|FIREWORKS|GEMINI|GOOGLE|GROQ|MISTRAL|MOONSHOT|OPENAI|OPENROUTER|PERPLEXITY|TOGETHER|XAI|ZHIPU';
const KEY = /(?:^|_)API_?KEYS?$/i;
const KEY_OF_PROVIDER = new RegExp(`^(?:${PROVIDERS})_.*(?:KEY|TOKEN|SECRET)`, 'i');

/** Whether a variable holds a key of a model, by its name. */
export function isModelKey(name: string): boolean {
  return KEY.test(name) || KEY_OF_PROVIDER.test(name);
}
