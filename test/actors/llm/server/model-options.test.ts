import { afterAll, beforeAll, expect, test } from 'vitest';
import { ModelServer } from '../model-server.js';
import { call } from '../call-without-jitter.js';
import { APIS } from './apis.js';

let server: ModelServer;
beforeAll(async () => {
  server = await ModelServer.start();
});
afterAll(() => server[Symbol.asyncDispose]());

test.each(APIS)('a request to %s has the temperature and the effort of its model', async (_, api) => {
  server.handle = ({ send, done }) => {
    for (const event of api.events({ text: ['Hello.'] })) send(event);
    done();
  };
  const { provider } = api;
  const config = { provider: provider.name, model: 'm', apiKey: 'k', baseUrl: server.url };
  const ask = async (extra: object) => {
    await call(provider.createAdapter({ ...config, ...extra })).reply;
    return server.received.at(-1)?.body ?? {};
  };
  expect(await ask({ temperature: 0 })).toMatchObject({ temperature: 0 });
  expect(await ask({})).not.toHaveProperty('temperature');
  expect(JSON.stringify(await ask({ effort: 'high' }))).toMatch(
    /"effort":"high"|_effort":"high"|"budget_tokens":16384/,
  );
});
