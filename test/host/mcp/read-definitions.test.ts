import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findJsonProblem } from '../../../src/host/mcp/find-json-problem.js';
import { readDefinitions } from '../../../src/host/mcp/read-definitions.js';

test('a file that is not JSON is said by its line, and nothing of it is quoted', () => {
  const text = `{
  // A comment, and a block
  /* of two
     lines */
  "mcpServers": {
    "a": { "command": "node", "env": { "API_KEY": Zq7-very-secret-0815 } }
  }
}`;
  expect(readDefinitions(text)).toEqual({
    servers: [],
    inputs: [],
    problems: ['It is not JSON: see line 6.'],
  });
});

test.each([
  ['{', 1],
  ['{\n  "a": 1,,\n}', 2],
  ['{\n  "a": "b\n}', 2],
  ['{}\n\n}', 3],
  ['[\n1\n2\n]', 3],
  ['', 1],
])('the problem of %j is on line %i', (text, line) => {
  expect(findJsonProblem(text)).toBe(line);
});

test('JSON has no problem, and with a line that is none the problem is not before it', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(), (value, at) => {
      const text = JSON.stringify(value, null, 2);
      expect(findJsonProblem(text)).toBeUndefined();
      const lines = text.split('\n');
      const place = at % (lines.length + 1);
      lines.splice(place, 0, '#');
      expect(findJsonProblem(lines.join('\n'))).toBe(place + 1);
    }),
  );
});

test.each([
  [{ url: 'nowhere' }, 'has a "url" that is no address of http or https'],
  [{ url: 'file:///etc/passwd' }, 'has a "url" that is no address of http or https'],
  [{ command: 'node', envFile: '.env' }, 'has an "envFile", which is not supported'],
  [{ command: '' }, 'needs a "command"'],
  [7, 'is not an object'],
])('a server such as %j is left out, and the others are read', (server, problem) => {
  const text = JSON.stringify({ mcpServers: { bad: server, good: { url: '${env:HOST}/mcp' } } });
  const { servers, problems } = readDefinitions(text);
  expect(servers.map(({ name }) => name)).toEqual(['good']);
  expect(problems).toEqual([expect.stringContaining(`The server "bad" ${problem}`)]);
});
