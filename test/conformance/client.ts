// What the conformance suites start as "the client": our own client, driven as the scenario wants it.
import { connectServer } from '../../src/actors/mcp/client/connect-server.js';
import type { McpConnection } from '../../src/actors/mcp/client/mcp-connection.js';
import { SignIn } from '../../src/actors/mcp/client/sign-in.js';
import { isRecord, parseRecord, readArray, readString } from '../../src/actors/protocol/json/json-shape.js';
import type { McpClientIdentity } from '../../src/actors/protocol/mcp.js';
import { listenForSignIn } from '../../src/host/node/mcp/sign-in-receiver.js';

const url = new URL(process.argv.at(-1) ?? '');
const scenario = process.env['MCP_CONFORMANCE_SCENARIO'] ?? '';
const context = parseRecord(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}') ?? {};
const { signal } = new AbortController();

/** The browser of somebody who agrees to everything. */
async function browse(page: URL): Promise<boolean> {
  let next: string | null = page.href;
  for (let redirects = 0; next !== null && redirects < 10; redirects += 1) {
    const response: Response = await fetch(next, { redirect: 'manual' });
    const location: string | null = response.headers.get('location');
    next = location === null ? null : new URL(location, next).href;
  }
  return true;
}

function identity(): McpClientIdentity {
  const id = readString(context['client_id']);
  const secret = readString(context['client_secret']);
  if (id !== undefined) return { id, ...(secret === undefined ? {} : { secret }) };
  // The address that the suites know.
  return { metadataUrl: 'https://conformance-test.local/client-metadata.json' };
}

let saved: string | undefined;
const signIn = new SignIn(
  {
    load: () => Promise.resolve(saved),
    save: (text) => {
      saved = text;
      return Promise.resolve();
    },
    listen: listenForSignIn,
    // The receiver must listen for the state before the browser comes.
    open: (page) => {
      setImmediate(() => void browse(page));
      return Promise.resolve(true);
    },
  },
  identity(),
);

async function callAll(connection: McpConnection): Promise<void> {
  const call = async (name: string, args: Readonly<Record<string, unknown>>): Promise<unknown> => {
    const tool = tools.find((one) => one.name === name) ?? { name, description: '', inputSchema: {} };
    const limited = AbortSignal.any([signal, AbortSignal.timeout(20_000)]);
    return connection.callTool(tool, args, { signal: limited, onProgress: () => undefined });
  };
  const tools = await connection.listTools(signal);
  for (const { uri } of await connection.listResources(signal))
    if (typeof uri === 'string') await connection.readResource(uri, signal, 20_000);
  for (const { name } of await connection.listPrompts(signal))
    if (typeof name === 'string') await connection.getPrompt(name, {}, signal);
  const wanted = readArray(context['toolCalls']).filter(isRecord);
  if (wanted.length > 0) {
    for (const one of wanted)
      await call(readString(one['name']) ?? '', isRecord(one['arguments']) ? one['arguments'] : {});
    return;
  }
  const preserved = tools.find(({ name }) => name.startsWith('json_schema'));
  for (const tool of tools) {
    const args = scenario.startsWith('json-schema-2020')
      ? { schema: preserved?.inputSchema }
      : sample(tool.inputSchema);
    // A model sees the failure of a call as its result, and goes on; the checks of the suite count.
    await call(tool.name, args).catch((error: unknown) => {
      console.error(error);
    });
  }
}

/** A value for each property of a schema. */
function sample(schema: unknown): Record<string, unknown> {
  const properties = isRecord(schema) && isRecord(schema['properties']) ? schema['properties'] : {};
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      const type = isRecord(property) ? property['type'] : undefined;
      if (type === 'number' || type === 'integer') return [name, 2];
      return [name, type === 'boolean' ? true : 'text'];
    }),
  );
}

const connection = await connectServer({
  server: 'conformance',
  version: '1.0.0',
  address: { kind: 'http', url, headers: {}, signIn },
  roots: [],
  signal,
  onLog: (text) => {
    console.error(text);
  },
  onListChanged: () => undefined,
  onClosed: () => undefined,
  ask: () => Promise.resolve({ action: 'accept', content: {} }),
});
try {
  await callAll(connection);
} finally {
  signIn.close();
  await connection.close();
}
process.exit(0);
