import { isRecord } from '../../protocol/json/json-shape.js';
import { omitUndefined } from '../../protocol/json/omit-undefined.js';

/** A refusal that is recognised by the server's message. */
export interface KnownRefusal {
  readonly problem: 'context overflow' | 'no tools';
  /** What a person can do about it, as sentences. */
  readonly advice: string;
  /** Units: tokens. `undefined` when the server does not say. */
  readonly contextWindow?: number;
}

/**
 * How servers say that a request does not fit the model's window: OpenAI, Anthropic, Bedrock, Google, xAI, Groq, GitHub,
 * vLLM, SGLang, TGI, llama.cpp, Ollama, LM Studio, LiteLLM, OpenRouter and its hosts, Mistral, Cohere, Moonshot, MiniMax,
 * DashScope, Zhipu. A single request over the limit of tokens per minute ("request too large") counts as well: waiting
 * never helps.
 */
const OVERFLOW = new RegExp(
  [
    String.raw`context[_ ](?:length|window|size)[_ ]exceeded|exceed_context_size`,
    String.raw`(?:maximum|max|model'?s) (?:context|prompt|model) length|model'?s max of \d`,
    String.raw`exceeds? (?:the |this |its )?(?:model'?s )?(?:context window|available context size|context length)`,
    String.raw`exceeds? the (?:max(?:imum)? (?:number of (?:input )?tokens|input token limit)|configured limit of)`,
    String.raw`context size has been exceeded|greater than the context length|keep the first \d+ tokens`,
    String.raw`context window exceeds limit|exceed context limit|request (?:size )?exceeds the maximum size`,
    String.raw`prompt(?: is)? too long|input is too long|prompt exceeds max length`,
    String.raw`token count of \d+ exceeds|exceeded model token limit|more than max tokens allowed`,
    String.raw`maximum allowed input length|must be less than max_seq_len|range of input length should be`,
    '`inputs` (?:tokens|must have less)',
    String.raw`request[_ ]too[_ ]large|request body too large|tokens_limit_reached`,
    String.raw`reduce the length of (?:the|your) (?:messages|prompt|input)`,
    String.raw`too many tokens(?!,? (?:please wait|per))`,
  ].join('|'),
  'i',
);

// Where such a message names the window. Shape: the number is the one group that matched.
const WINDOW = new RegExp(
  [
    String.raw`(?:context|prompt|model) length(?: of only| is| of|:)? \(?(\d[\d,]*)|input length of (\d[\d,]*)`,
    String.raw`context size \(?(\d[\d,]*)|maximum of (\d[\d,]*)|model'?s max of (\d[\d,]*)|> ?(\d[\d,]*) maximum`,
    String.raw`tokens allowed:? \(?(\d[\d,]*)|for model with (\d[\d,]*) maximum|token limit: ?(\d[\d,]*)`,
    String.raw`exceeds the limit of (\d[\d,]*)|configured limit of (\d[\d,]*)|limit (\d[\d,]*), requested`,
    String.raw`max size: ?(\d[\d,]*)|must be <= ?(\d[\d,]*)|have less than (\d[\d,]*)`,
    String.raw`exceed context limit: [\d, +]+> ?(\d[\d,]*)|max_seq_len \(?(\d[\d,]*)`,
    String.raw`input length should be \[\d+, ?(\d+)`,
  ].join('|'),
  'i',
);

// A number outside these bounds is not a context window. Units: tokens.
const SMALLEST_WINDOW = 256;
const LARGEST_WINDOW = 100_000_000;

const NO_TOOLS: readonly { readonly words: RegExp; readonly advice: string }[] = [
  {
    words: /enable-auto-tool-choice|tool-call-parser/i,
    advice:
      'The server was started without tool calls: start vLLM with --enable-auto-tool-choice and --tool-call-parser NAME',
  },
  {
    words: /--jinja|unsupported param: tools/i,
    advice: 'The server was started without tool calls: start llama-server with --jinja',
  },
  {
    words:
      /(?:does not|doesn't|do not|not) support (?:\w+ )?(?:tools|tool|functions?)\b|no endpoints found that support tool|(?:tools?|functions?)(?:[ _-](?:use|calling|calls?|choice))?`? (?:is|are) not (?:supported|enabled)/i,
    advice: 'This model cannot call tools: choose one that can, or use the mode "ask", which needs none',
  },
];

/** Recognises a server's refusal by its message; `undefined` when the message is unknown. */
export function recognizeRefusal(failure: {
  readonly status: number | undefined;
  /** The server's own error code and type. */
  readonly label: string;
  readonly words: string;
  readonly body?: unknown;
}): KnownRefusal | undefined {
  const said = `${failure.label} ${failure.words}`;
  // HTTP status 413 means that the request is too large, whatever the message says.
  if (failure.status === 413 || OVERFLOW.test(said)) {
    const contextWindow = readWindow(said, failure.body);
    const size = contextWindow === undefined ? '' : ` of ${contextWindow} tokens`;
    return {
      problem: 'context overflow',
      advice: `The conversation does not fit into the window${size} that the model has: start a new one, ask for smaller parts of files, or use a model with a larger window (a server of your own may offer less than its model can take)`,
      ...omitUndefined({ contextWindow }),
    };
  }
  const known = NO_TOOLS.find(({ words }) => words.test(said));
  return known === undefined ? undefined : { problem: 'no tools', advice: known.advice };
}

function readWindow(said: string, body: unknown): number | undefined {
  // llama.cpp sends the window beside its message.
  const given = isRecord(body) ? body['n_ctx'] : undefined;
  const found = WINDOW.exec(said)
    ?.slice(1)
    .find((group) => group !== undefined);
  const window = typeof given === 'number' ? given : Number(found?.replaceAll(',', ''));
  return window >= SMALLEST_WINDOW && window <= LARGEST_WINDOW ? window : undefined;
}
