// A server of the Model Context Protocol over its standard streams that asks its person for a plan, and says how far it is.
import { createInterface } from 'node:readline';

const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const NONE = { type: 'object', properties: {} };
const FORM = {
  type: 'object',
  required: ['branch'],
  properties: {
    branch: { type: 'string', title: 'Branch', description: 'Where it shall be built', minLength: 3 },
    size: { type: 'string', title: 'Size', enum: ['s', 'l'], enumNames: ['Small', 'Large'], default: 'l' },
    parts: { type: 'array', title: 'Parts', items: { type: 'string', enum: ['roof', 'door'] } },
    isDraft: { type: 'boolean', title: 'A draft?' },
  },
};
/** The calls that wait for an answer of the person, by the ids of the questions. */
const waiting = new Map();

process.stderr.write(`The forge is hot. Its key is ${process.env.FORGE_KEY}.\n`);

function call(id, { name, _meta }) {
  if (name === 'plan') {
    const question = `question-${id}`;
    waiting.set(question, id);
    send({
      id: question,
      method: 'elicitation/create',
      params: { message: 'What shall be forged?', requestedSchema: FORM },
    });
    return;
  }
  if (name === 'hammer') {
    const params = { progressToken: _meta?.progressToken, progress: 1, total: 2, message: 'Hammering' };
    if (params.progressToken !== undefined) send({ method: 'notifications/progress', params });
    return;
  }
  send({ id, result: text(`The forge runs as ${process.pid}`) });
}

function text(words) {
  return { content: [{ type: 'text', text: words }] };
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params, result } = JSON.parse(line);
  if (method === undefined) send({ id: waiting.get(id), result: text(`Forged: ${JSON.stringify(result)}`) });
  else if (method === 'initialize')
    send({
      id,
      result: {
        protocolVersion: '2025-11-25',
        capabilities: { tools: {} },
        serverInfo: { name: 'forge', version: '1' },
      },
    });
  else if (method === 'tools/list')
    send({
      id,
      result: {
        tools: [
          { name: 'plan', description: 'Asks what shall be forged.\nThen it is forged.', inputSchema: NONE },
          { name: 'hammer', description: 'Hammers until it is cancelled', inputSchema: NONE },
          { name: 'whoami', description: 'Says which process it is', inputSchema: NONE },
        ],
      },
    });
  else if (method === 'tools/call') call(id, params);
  else if (id !== undefined) send({ id, error: { code: -32601, message: 'Method not found' } });
});
