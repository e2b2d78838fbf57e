import { chunk, type ModelServer, type Received } from '../actors/llm/model-server.js';

/** A call that a model makes: the tool, and its arguments. */
export type PlayedCall = readonly [name: string, args: object];

/** The model makes these calls, one a request, and then answers; the returned function handles a request. */
export function playCalls(
  server: ModelServer,
  calls: readonly PlayedCall[],
  answer: string,
): (received: Received) => void {
  const before = server.received.length;
  return ({ send, done }) => {
    const number = server.received.length - before;
    const call = calls[number - 1];
    if (call === undefined) send(chunk({ content: answer }, 'stop'));
    else {
      const [name, args] = call;
      const details = { name, arguments: JSON.stringify(args) };
      send(chunk({ tool_calls: [{ index: 0, id: `c${number}`, type: 'function', function: details }] }));
      send(chunk({}, 'tool_calls'));
    }
    send({ choices: [], usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 } });
    done();
  };
}

/** Changes a text that occurs once in a file. */
export function editCall(uri: string, from: string, to: string): PlayedCall {
  return [
    'edit_file',
    { uri, search_replace_blocks: `<<<<<<< ORIGINAL\n${from}\n=======\n${to}\n>>>>>>> UPDATED` },
  ];
}
