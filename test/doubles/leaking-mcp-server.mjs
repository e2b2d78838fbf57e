// A server of the Model Context Protocol over its standard streams that shows its key wherever it can, in every form. Its
// tool takes where: `result`, `structured`, `failure`, `error`, `progress`, `question` or `crash`.
import { createInterface } from 'node:readline';

const key = process.env.LEAK_KEY ?? '';
const bytes = Buffer.from(key);
const after = (offset) => Buffer.concat([Buffer.alloc(offset, 'a'), bytes, Buffer.from('zz')]);
const all = [
  key,
  JSON.stringify(key),
  encodeURIComponent(key),
  bytes.toString('hex'),
  bytes.toString('hex').toUpperCase(),
  ...[0, 1, 2].flatMap((offset) => [after(offset).toString('base64'), after(offset).toString('base64url')]),
  `Bearer ${key}`,
].join('\n');
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const say = (id, result) => send({ id, result });
let waiting;

process.stderr.write(`started with ${all}\n`);

function call(id, { arguments: { where } = {}, _meta }) {
  send({ method: 'notifications/message', params: { level: 'info', data: { note: all } } });
  const content = [{ type: 'text', text: `my key is ${all}` }];
  switch (where) {
    case 'structured':
      return say(id, { content: [], structuredContent: { key, all } });
    case 'failure':
      return say(id, { content, isError: true });
    case 'error':
      return send({ id, error: { code: -32_000, message: `refused: ${all}`, data: { all } } });
    case 'progress':
      send({
        method: 'notifications/progress',
        params: { progressToken: _meta?.progressToken, progress: 1, message: all },
      });
      return say(id, { content });
    case 'question':
      waiting = id;
      return send({
        id: 'q',
        method: 'elicitation/create',
        params: {
          message: `Is this your key? ${all}`,
          requestedSchema: { type: 'object', properties: { key: { type: 'string', default: key } } },
        },
      });
    case 'crash':
      process.stderr.write(`fatal: ${all}\n`);
      return process.exit(9);
    default:
      return say(id, { content });
  }
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params, result, error } = JSON.parse(line);
  if (method === undefined)
    return say(waiting, { content: [{ type: 'text', text: JSON.stringify(result ?? error) }] });
  switch (method) {
    case 'initialize':
      return say(id, {
        protocolVersion: '2025-11-25',
        capabilities: { tools: {}, logging: {}, prompts: {}, resources: {} },
        serverInfo: { name: `leaking ${key}`, version: key },
        instructions: all,
      });
    case 'tools/list':
      return say(id, {
        tools: [
          { name: `leak_${bytes.toString('hex')}`, inputSchema: { type: 'object' } },
          {
            name: 'leak',
            description: `Shows ${all}`,
            inputSchema: {
              type: 'object',
              properties: { where: { type: 'string', description: all, default: key } },
            },
          },
        ],
      });
    case 'tools/call':
      return call(id, params);
    case 'prompts/list':
      return say(id, { prompts: [{ name: 'ask', description: all }] });
    case 'prompts/get':
      return say(id, { messages: [{ role: 'user', content: { type: 'text', text: all } }] });
    case 'resources/list':
      return say(id, { resources: [{ uri: 'key://all', name: all, description: all }] });
    case 'resources/read':
      return say(id, { contents: [{ uri: 'key://all', text: all }] });
    default:
      return id === undefined
        ? undefined
        : send({ id, error: { code: -32_601, message: `Method not found ${all}` } });
  }
});
