import { formatCount } from './format-count.js';

/** The model that answers. */
export const MODEL_TEXTS = {
  current: (model: string) => `Model: ${model}`,
  none: 'No model',
  noneSetUp: 'No model is set up',
  from: (model: string, provider: string) => `${model} from ${provider}`,
  on: (model: string, host: string) => `${model} on ${host}`,
  atEffort: (model: string, effort: string) => `${model} · ${effort}`,
  withEffort: (model: string, effort: string) => `${model}, effort ${effort}`,
  providers: { openai: 'OpenAI' },
} as const;

/** What is known of a model, in its row of a list. */
export const MODEL_FACT_TEXTS = {
  window: (tokens: number) => `reads ${formatCount(tokens, 'token')}`,
  largestWindow: (tokens: number) => `reads up to ${formatCount(tokens, 'token')}`,
  /** `input` and `output`: US dollars for a million tokens. */
  prices: (input: number, output: number) => `$${input} in, $${output} out for a million tokens`,
  lowestPrices: (input: number, output: number) => `from $${input} in, $${output} out for a million tokens`,
  tools: 'tools',
  noTools: 'no tools',
  images: 'images',
  reasoning: 'reasoning',
} as const;

/** How much a model reasons. */
export const EFFORT_TEXTS = {
  which: (model: string) =>
    `How much should ${model} reason before it answers? More takes longer and costs more.`,
  standard: 'Default',
  standardDescription: 'what the model does by itself',
  chosen: 'chosen now',
} as const;

/** `900 of them`. */
const ofThem = (count: number): string => formatCount(count, 'of them', 'of them');

/** What requests have used. */
export const USAGE_TEXTS = {
  title: 'Tokens and costs',
  chat: 'This chat',
  lastTurn: 'Its last turn',
  requests: (count: number) => formatCount(count, 'request'),
  input: (tokens: number) => `${formatCount(tokens, 'token')} in`,
  cached: (tokens: number) => `${ofThem(tokens)} from the cache`,
  written: (tokens: number) => `${ofThem(tokens)} written to it`,
  output: (tokens: number) => `${formatCount(tokens, 'token')} out`,
  reasoning: (tokens: number) => `${ofThem(tokens)} reasoning`,
  partlyPriced: (amount: string) => `${amount}, and what has no known price`,
  noPrice: 'The price is not known',
  missed: (requests: number) => `${formatCount(requests, 'request')} not in the cache as far as expected`,
  changes: {
    model: 'another model was asked',
    effort: 'the effort was another one',
    system: 'the system prompt was another one',
    tools: 'the tools were others',
    messages: 'the conversation was another one',
    settings: 'the settings of the request were others',
  },
} as const;
