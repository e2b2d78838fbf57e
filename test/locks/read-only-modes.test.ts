/*
 * In the modes that read, whatever a model asks for: no file changes, and nothing is sent.
 *
 *     TROUPE_MODE_CALLS=500 npx vitest run test/locks/read-only-modes.test.ts
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { lstatSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type * as Api from '../../src/host/api.js';
import { asksFor, PlayedModel, says } from '../doubles/played-model.js';
import { simpleTool } from '../doubles/simple-tool.js';
import { makeTempDir, removeTempDir, writeFiles } from '../doubles/temp-dir.js';

const CALLS = Number(process.env['TROUPE_MODE_CALLS'] ?? 120);
// Each request of the model asks for so many at once.
const AT_ONCE = 10;
const PATIENCE_MS = 60_000 + CALLS * 2_000;

/** What a tree is: names, kinds, modes and contents. */
function hashTree(root: string): string {
  const hash = createHash('sha256');
  const visit = (path: string, name: string): void => {
    const stats = lstatSync(path);
    hash.update(`${name}\0${stats.mode}\0`);
    if (stats.isSymbolicLink()) hash.update(readlinkSync(path));
    else if (stats.isFile()) hash.update(readFileSync(path));
    else if (stats.isDirectory())
      for (const child of readdirSync(path).sort()) visit(join(path, child), `${name}/${child}`);
  };
  visit(root, '');
  return hash.digest('hex');
}

const file = fc.constantFrom(
  'a.txt',
  'src/b.ts',
  'new.txt',
  '.git/hooks/post-commit',
  '../outside.txt',
  '.env',
);

/** Calls of all kinds that would do something. */
function anyCall(address: string): fc.Arbitrary<readonly [name: string, args: object]> {
  const command = fc.constantFrom(
    'echo x > a.txt',
    'rm -rf src',
    'git commit -qam x',
    'git stash',
    'touch new.txt',
    'sed -i s/a/b/ a.txt',
    `curl -s ${address}`,
    `wget -qO- ${address}`,
    `exec 3<>/dev/tcp/127.0.0.1/${new URL(address).port}`,
    `node -e "require('fs').writeFileSync('a.txt','x')"`,
    `node -e "require('http').get('${address}')"`,
    "python3 -c \"open('a.txt','w').write('x')\"",
    '(sleep 0.2; touch late.txt) & disown',
    'mv a.txt b.txt; ls',
    'chmod 777 a.txt',
    'ln -s / up',
    'cat a.txt',
    'git log --oneline',
    'npm init -y',
  );
  const params = (name: string, rest: fc.Arbitrary<object>) => rest.map((args) => [name, args] as const);
  return fc.oneof(
    { weight: 4, arbitrary: params('run_command', fc.record({ command })) },
    params('run_command', fc.record({ command, needs: fc.constant({ network: true, repository: true }) })),
    params('rewrite_file', fc.record({ uri: file, new_content: fc.string() })),
    params('edit_file', fc.record({ uri: file, search_replace_blocks: fc.string() })),
    params('create_file_or_folder', fc.record({ uri: file })),
    params('delete_file_or_folder', fc.record({ uri: file, is_recursive: fc.constant(true) })),
    params('open_persistent_terminal', fc.constant({})),
    params('run_persistent_command', fc.record({ command, persistent_terminal_id: fc.constant('1') })),
    params('fetch_url', fc.constant({ url: address })),
    params('web_search', fc.record({ query: fc.string({ minLength: 1 }) })),
    params('forge__write', fc.constant({})),
    params('deploy', fc.constant({})),
    params('read_file', fc.record({ uri: file })),
    params('finish_step', fc.record({ isMet: fc.boolean(), observed: fc.constant('It is there.') })),
    params('no_such_tool', fc.object()),
  );
}

test.each(['gather', 'plan'] as const)(
  'in the mode %s no request changes a file or is sent anywhere, though the policy lets everything run',
  async (mode) => {
    const { createHost } = (await import(
      pathToFileURL(join(import.meta.dirname, '../../dist/api.js')).href
    )) as typeof Api;
    const root = makeTempDir();
    let requests = 0;
    const server = createServer((_request, response) => {
      requests++;
      response.end('taken');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      writeFiles(root, { 'w/a.txt': 'a\n', 'w/src/b.ts': 'b\n', 'w/.env': 'KEY=1\n', 'outside.txt': 'o\n' });
      const work = join(root, 'w');
      const git = (...args: string[]) =>
        execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.org', ...args], { cwd: work });
      git('init', '-q');
      git('add', '.');
      git('commit', '-qm', 'x');
      writeFileSync(join(work, 'a.txt'), 'changed\n');
      const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/leak`;
      const calls = fc
        .sample(anyCall(address), CALLS)
        .map(([name, args], at) => [name, args, `call${at}`] as const);
      const model = new PlayedModel([
        ...Array.from({ length: Math.ceil(CALLS / AT_ONCE) }, (_, at) =>
          asksFor(...calls.slice(at * AT_ONCE, (at + 1) * AT_ONCE)),
        ),
        says('Enough.'),
      ]);
      let dangers = 0;
      const danger = { isReadOnly: false, run: () => `${++dangers}` };
      await using host = await createHost({
        roots: [work],
        providers: [
          { name: model.provider, createAdapter: () => model, validateConfig: async () => ({ ok: true }) },
        ],
        model: { provider: model.provider, model: model.model },
        web: {},
        checkpoints: false,
        limits: { maxIterations: CALLS, maxTokens: Infinity },
        approvals: {
          'Read file': 'auto',
          'File edits': 'auto',
          'Dangerous tools': 'auto',
          'Web tools': 'auto',
          'MCP tools': 'auto',
        },
        tools: [
          { ...simpleTool('forge__write', { category: 'MCP tools', ...danger }), server: 'forge' },
          simpleTool('deploy', { category: 'Dangerous tools', ...danger }),
        ],
      });
      const before = hashTree(root);
      const outcomes = new Map<string, number>();
      const events = host.engine.processMessage('Go on', mode);
      for await (const event of events) {
        if (event.type === 'approval_request') host.engine.respondToApproval(event.callId, 'deny');
        if (event.type === 'observation')
          outcomes.set(event.result.outcome, (outcomes.get(event.result.outcome) ?? 0) + 1);
      }
      expect(await events.result()).toMatchObject({ type: 'answer' });
      console.log(`${mode}: ${CALLS} requests, ${JSON.stringify(Object.fromEntries(outcomes))}`);
      expect([...outcomes.values()].reduce((sum, count) => sum + count, 0)).toBe(CALLS);
      expect({ tree: hashTree(root), requests, dangers }).toEqual({ tree: before, requests: 0, dangers: 0 });
    } finally {
      server.close();
      removeTempDir(root);
    }
  },
  PATIENCE_MS,
);
