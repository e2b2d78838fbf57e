import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { McpServerDefinition } from '../../../src/actors/protocol/mcp.js';
import { FakeClock } from '../../../src/host/testing/fake-clock.js';
import { FAKE_SERVER, fake, startServers, temporaryFolder, type StartedServers } from './start-servers.js';
import { until } from '../../doubles/until.js';
import { untilEqual } from '../../doubles/until-equal.js';
import { watchHost } from './watch-host.js';

/** A good server beside a bad one: whatever the bad one does, the good one answers. */
function beside(bad: McpServerDefinition): Promise<StartedServers> {
  return startServers([fake('plain'), bad]);
}

async function expectGood({ call }: StartedServers): Promise<void> {
  await expect(call('plain__echo', { text: 'hello' })).resolves.toMatchObject({
    success: true,
    output: 'echo: hello',
  });
}

describe('a server that', () => {
  test('hangs fails its own call when it has been silent for too long', async () => {
    const started = await beside(fake('hangs', { timeoutMs: 200 }));
    const hanging = started.call('hangs__echo', { text: 'a' });
    await expectGood(started);
    await expect(hanging).resolves.toMatchObject({
      success: false,
      output: 'The MCP server hangs: The server did not answer in time.',
    });
  });

  test('hangs is told when its call is given up', async () => {
    const file = join(await temporaryFolder(), 'said');
    const started = await beside(fake('hangs', { timeoutMs: 200, extra: file }));
    await expect(started.call('hangs__echo', { text: 'a' })).resolves.toMatchObject({ success: false });
    await untilEqual(() => readFile(file, 'utf8'), 'cancelled', 'the server knows of it');
  });

  test('computes for ever is ended with the host', async () => {
    const started = await beside(fake('busy', { timeoutMs: 200 }));
    await expect(started.call('busy__echo', { text: 'a' })).resolves.toMatchObject({ success: false });
    await expectGood(started);
    await started.servers[Symbol.asyncDispose]();
    expect(started.servers.list().map(({ state }) => state)).toEqual(['stopped', 'stopped']);
  });

  test('writes a message without end is disconnected and started again', async () => {
    const started = await beside(fake('floods-line'));
    const flooding = started.call('floods-line__echo', { text: 'a' });
    await expectGood(started);
    await expect(flooding).resolves.toMatchObject({ success: false });
    expect(started.servers.log('floods-line').map(({ text }) => text)).toContain(
      'The server wrote a message of over 16 MB.',
    );
    await expectGood(started);
  });

  test('floods with 100 MB of messages, and as much of errors, is read to its answer', async () => {
    const started = await beside(fake('floods', { timeoutMs: 120_000 }));
    const watch = watchHost();
    const flooding = started.call('floods__echo', { text: 'a' });
    await expectGood(started);
    await flooding;
    const { longestTurnMs } = watch();
    expect(started.servers.log('floods').length).toBeLessThanOrEqual(500);
    // Some 20 ms; a flood handled in one go takes seconds.
    expect(longestTurnMs).toBeLessThan(500);
  });

  test('crashes in each call fails that call, and is back for the next one', async () => {
    const started = await beside(fake('crashes'));
    for (const _ of [1, 2]) {
      await expect(started.call('crashes__echo', { text: 'a' })).resolves.toMatchObject({
        success: false,
        output: 'The MCP server crashes: The connection to the server was closed.',
      });
      await expectGood(started);
    }
    await until(() => {
      expect(started.servers.list()[1]).toMatchObject({ state: 'ready', restarts: 2 });
      return true;
    }, 'the server was started twice again');
  });

  test('ends before it is ready is given up, with the reason', async () => {
    const started = await beside(fake('dead'));
    expect(started.servers.list()[1]).toMatchObject({ state: 'failed', tools: [] });
    expect(started.servers.list()[1]?.reason).toContain('It ended with exit code 7.');
    await expectGood(started);
  });

  test('does not exist is given up', async () => {
    const missing = { kind: 'stdio', command: '/no/such/program', args: [], env: {} } as const;
    const started = await beside({ name: 'missing', transport: missing });
    expect(started.servers.list()[1]).toMatchObject({ state: 'failed' });
    await expectGood(started);
  });

  test('ends when it is asked in the newer way is asked in the older one', async () => {
    const started = await beside(fake('old'));
    expect(started.servers.list()[1]).toMatchObject({ state: 'ready', revision: '2025-11-25' });
  });

  test('lies about its schemas offers what can be offered, each bounded', async () => {
    const started = await beside(fake('lies'));
    const tools = started.tools.list().filter(({ server }) => server === 'lies');
    expect(tools).toHaveLength(9);
    for (const { name, description, parameters } of tools) {
      expect(name).toMatch(/^lies__[a-zA-Z0-9_-]{1,58}$/);
      expect(description.length).toBeLessThanOrEqual(2_000);
      expect(JSON.stringify(parameters).length).toBeLessThanOrEqual(20_000);
      expect(parameters).toMatchObject({ type: 'object' });
    }
    await expect(started.call('lies__echo', { text: 'a' })).resolves.toMatchObject({ output: 'echo: a' });
    await expectGood(started);
  });

  test('has 500 tools offers two, which search and call', async () => {
    const started = await beside(fake('many'));
    expect(started.tools.list().map(({ name }) => name)).toEqual([
      'plain__echo',
      'many__search_tools',
      'many__call_tool',
    ]);
    const found = await started.call('many__search_tools', { query: 'tool_321' });
    expect(found.output).toContain('## many__tool_321');
    await expect(
      started.call('many__call_tool', { tool: 'many__tool_321', arguments: { text: 'a' } }),
    ).resolves.toMatchObject({ output: 'tool_321: a' });
    await expect(started.call('many__call_tool', { tool: 'many__nothing', arguments: {} })).rejects.toThrow(
      'expects in "tool" the name of a tool',
    );
  });

  test('changes its list at every call only adds to what models have seen', async () => {
    const started = await beside(fake('changing'));
    const before = started.tools.describe();
    expect(before.map(({ name }) => name)).toEqual(['plain__echo', 'changing__echo', 'changing__gone']);
    await started.call('changing__echo', { text: 'a' });
    await until(() => started.tools.get('changing__new_2'), 'the new tool is there');
    expect(JSON.stringify(started.tools.describe()).startsWith(JSON.stringify(before).slice(0, -1))).toBe(
      true,
    );
    await expect(started.call('changing__gone', { text: 'a' })).resolves.toMatchObject({
      success: false,
      output: 'The MCP server changing does not offer gone any more.',
    });
    // The tool has other arguments now, and the server judges them.
    await expect(started.call('changing__echo', { words: 'b' })).resolves.toMatchObject({
      output: 'echo: b',
    });
  });

  test('asks for a password is declined, and the person hears of it', async () => {
    const notices: string[] = [];
    const started = await startServers([fake('asks')], { onNotice: (message) => notices.push(message) });
    await expect(started.call('asks__echo', { text: 'a' })).resolves.toMatchObject({
      output: '{"action":"decline"}',
    });
    expect(notices).toEqual([
      'The MCP server asks asked a question, which was declined: "Your password, please"',
    ]);
  });

  test('asks for a password is answered by a person who wants that, and the question says what it is', async () => {
    const questions: unknown[] = [];
    const started = await startServers([fake('asks')], {
      answer: (question) => {
        questions.push(question);
        return Promise.resolve({ action: 'accept', content: { password: 'x' } });
      },
    });
    const { output } = await started.call('asks__echo', { text: 'a' });
    expect(output).toBe('{"action":"accept","content":{"password":"x"}}');
    expect(questions).toMatchObject([{ kind: 'form', server: 'asks', seemsToAskForSecret: true }]);
  });

  test('asks while its call may not be silent for long waits for the person for as long as that takes', async () => {
    const clock = new FakeClock();
    const started = await startServers(
      [fake('asks', { timeoutMs: 1_000 })],
      {
        answer: () => {
          clock.advance(30 * 60_000);
          return Promise.resolve({ action: 'decline' });
        },
      },
      clock,
    );
    await expect(started.call('asks__echo', { text: 'a' })).resolves.toMatchObject({
      output: '{"action":"decline"}',
    });
  });

  test('wants to use the model is refused', async () => {
    const started = await beside(fake('samples'));
    const { output } = await started.call('samples__echo', { text: 'a' });
    expect(output).toContain('-32601');
  });

  test('shows its key has it nowhere but in its own environment', async () => {
    const key = 'Zq7-very-secret-0815';
    const transport = {
      kind: 'stdio',
      command: process.execPath,
      args: [FAKE_SERVER, 'leaks'],
      env: { API_KEY: key },
    } as const;
    const started = await startServers([{ name: 'leaks', transport }]);
    const results = [
      await started.call('leaks__echo', { text: 'a' }),
      await started.call('leaks__echo', { text: 'fail' }),
    ];
    await until(
      () => started.servers.log('leaks').some(({ text }) => text.includes('my key is')),
      'the server has written to its log',
    );
    const seen = JSON.stringify([results, started.servers.log('leaks'), started.servers.list()]);
    expect(results.map(({ success }) => success)).toEqual([true, false]);
    expect(results[0]?.output).toContain('API_KEY');
    expect(seen).not.toContain(key);
  });

  test('gets no key of this process', async () => {
    vi.stubEnv('TROUPE_API_KEY', 'sk-not-for-servers-1');
    vi.stubEnv('GITHUB_TOKEN', 'ghp_notforserversnotforservers');
    const started = await startServers([fake('leaks')]);
    const { output } = await started.call('leaks__echo', { text: 'a' });
    vi.unstubAllEnvs();
    expect(output).toContain('PATH');
    expect(output).not.toMatch(/notforservers|not-for-servers|GITHUB_TOKEN|TROUPE_API_KEY/);
  });
});

describe('a call', () => {
  test('that is cancelled tells the server', async () => {
    const file = join(await temporaryFolder(), 'said');
    const started = await startServers([fake('hangs', { extra: file })]);
    const stop = new AbortController();
    const calling = started.call('hangs__echo', { text: 'a' }, { signal: stop.signal });
    const untilSaid = (text: string): Promise<void> =>
      untilEqual(() => readFile(file, 'utf8'), text, `the server has said “${text}”`);
    await untilSaid('called');
    stop.abort(new Error('enough'));
    await expect(calling).rejects.toThrow('enough');
    await untilSaid('cancelled');
  });

  test('shows progress while it runs', async () => {
    const shown: string[] = [];
    const started = await startServers([fake('progresses')]);
    const onOutput = ({ text }: { readonly text: string }): void => void shown.push(text);
    await started.call('progresses__echo', { text: 'a' }, { onOutput });
    expect(shown).toEqual(['step 1\n', 'step 2\n']);
  });

  test('cuts a result of 5 MB, with a note', async () => {
    const started = await startServers([fake('large')]);
    const { output } = await started.call('large__echo', { text: 'a' });
    expect(output.length).toBeLessThan(1_000_200);
    expect(output).toContain('more characters are left out here');
  });

  test('reads each part of a result, and says what it leaves out', async () => {
    const started = await startServers([fake('odd')]);
    const { output, success } = await started.call('odd__echo', { text: 'a' });
    expect(success).toBe(true);
    expect(output).toContain('file:///a:\ninside');
    expect(output).toContain('(Image 1 is left out');
  });

  test('that the server fails is a failure', async () => {
    const started = await startServers([fake('fails')]);
    await expect(started.call('fails__echo', { text: 'a' })).resolves.toMatchObject({
      outcome: 'tool_error',
      output: 'no such thing',
    });
  });

  test('without a required argument is refused before the server sees it', async () => {
    const started = await startServers([fake('plain')]);
    await expect(started.call('plain__echo', {})).rejects.toThrow('"text" is missing');
  });

  test('needs approval whatever the server says about its tool', async () => {
    const { tools } = await startServers([fake('plain')]);
    expect(tools.get('plain__echo')).toMatchObject({
      isReadOnly: false,
      category: 'MCP tools',
      server: 'plain',
    });
  });
});
