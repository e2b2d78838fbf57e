import type { LLMAdapter } from '../../../../src/actors/protocol/llm.js';
import { APIS, type Spoke } from '../../../actors/llm/server/apis.js';
import { chunk } from '../../../actors/llm/model-server.js';

// Long enough for each form in which a server may echo it.
export const KEY = 'hunter2-0123456789-abcdef';

/** A provider as a person has it, and how its server speaks. */
export interface TestedProvider {
  readonly label: string;
  readonly spoke: Spoke;
  /** The address of the company, which a test leads to a server on loopback. Default: it has the server's own. */
  readonly home?: string;
  readonly createAdapter: (baseUrl: string) => LLMAdapter;
}

/** Servers that imitate chat completions leave out indexes and ids, send calls whole and name their reasoning otherwise. */
const compatible = (chat: Spoke): Spoke => ({
  ...chat,
  events: ({ reasoning = [], text = [], calls = [] }) => [
    ...reasoning.map((piece) => chunk({ reasoning: piece })),
    ...text.map((content) => chunk({ role: 'assistant', content })),
    ...calls.map(({ id, name, arguments: pieces }) =>
      chunk({ tool_calls: [{ id, function: { name, arguments: pieces.join('') } }] }),
    ),
    {
      ...chunk({}, calls.length > 0 ? 'tool_calls' : 'stop'),
      usage: { prompt_tokens: 7, completion_tokens: 5 },
    },
  ],
});

const spokeOf = (name: string): Spoke => {
  const spoke = APIS.find(([known]) => known === name)?.[1];
  if (spoke === undefined) throw new Error(`There is no API ${name}.`);
  return spoke;
};

const atHome = (label: string, api: string, home: string, model: string): TestedProvider => {
  const spoke = spokeOf(api);
  return {
    label,
    spoke,
    home,
    createAdapter: () => spoke.provider.createAdapter({ provider: api, api, model, apiKey: KEY }),
  };
};

/** The companies at their own addresses, with what is known of their models, and a server of somebody else. */
export const PROVIDERS: readonly TestedProvider[] = [
  atHome('OpenAI, chat completions', 'openai', 'https://api.openai.com', 'gpt-5'),
  atHome('OpenAI, responses', 'openai-responses', 'https://api.openai.com', 'gpt-5'),
  atHome('Anthropic', 'anthropic', 'https://api.anthropic.com', 'claude-sonnet-4-5'),
  {
    label: 'a compatible server',
    spoke: compatible(spokeOf('openai')),
    createAdapter: (baseUrl) =>
      spokeOf('openai').provider.createAdapter({
        provider: 'mine',
        api: 'openai',
        model: 'qwen3',
        apiKey: KEY,
        baseUrl,
      }),
  },
];
