import { beforeEach, describe, expect, test } from 'vitest';
import type { McpServerDefinition, McpServerStatus } from '../../../../src/actors/protocol/mcp.js';
import { DisabledServers } from '../../../../src/host/vscode/mcp/disabled-servers.js';
import { SecretInputs } from '../../../../src/host/vscode/mcp/secret-values.js';
import { ServerDesk, type ServerDeskOptions } from '../../../../src/host/vscode/mcp/server-desk.js';
import { settle } from '../../../doubles/settle.js';
import { FakeServers } from './fake-servers.js';
import { FakeSecrets, FakeState } from './fake-states.js';

const STDIO: McpServerDefinition = {
  name: 'one',
  transport: { kind: 'stdio', command: 'run', args: ['${input:key}'], env: {} },
};
const FAR: McpServerDefinition = {
  name: 'far',
  transport: { kind: 'http', url: 'https://a.example/mcp', headers: {} },
};

let servers: FakeServers;
let desk: ServerDesk;
let secrets: FakeSecrets;
let here: FakeState;
let everywhere: FakeState;
let approved: Set<string>;
let told: string[];
let changes: number;

function makeDesk(more: Partial<ServerDeskOptions> = {}): ServerDesk {
  return new ServerDesk({
    approvals: {
      add: async (digest) => void approved.add(digest),
      remove: async (digest) => void approved.delete(digest),
    },
    disabled: new DisabledServers(here, everywhere),
    inputs: new SecretInputs(secrets),
    questions: { first: undefined, answerFirst: () => Promise.resolve(), close: () => undefined },
    originOf: (source) => (source === undefined ? 'own' : 'workspace'),
    notifyUnapproved: (list) => told.push(`unapproved: ${list.map(({ name }) => name).join(', ')}`),
    notifyNeed: (server, need) => told.push(`${server} needs ${need}`),
    onChange: () => {
      changes += 1;
    },
    ...more,
  });
}

beforeEach(() => {
  servers = new FakeServers([STDIO, FAR]);
  secrets = new FakeSecrets();
  here = new FakeState();
  everywhere = new FakeState();
  approved = new Set();
  told = [];
  changes = 0;
  desk = makeDesk();
});

function set(name: string, state: McpServerStatus['state'], more: Partial<McpServerStatus> = {}): void {
  servers.set(name, { state, ...more });
}

describe('the desk of servers', () => {
  test('has nothing to say before there is a host, and while all is well', () => {
    expect([desk.list(), desk.problems, desk.summary]).toEqual([[], [], {}]);
    set('one', 'ready');
    set('far', 'stopped');
    desk.attach(servers);
    expect(desk.summary).toEqual({});
  });

  test('counts what needs the person, and tells of what needs an approval', () => {
    set('one', 'unapproved', { source: '/w/.mcp.json' });
    set('far', 'failed', { reason: 'No.' });
    desk.attach(servers);
    expect(desk.summary).toEqual({ toolServers: { unapproved: 1, needing: 0, failed: 1 } });
    expect(told).toEqual(['unapproved: one']);
    expect(desk.list()).toMatchObject([
      { name: 'one', origin: 'workspace', isRemote: false, hasInputs: true },
      { name: 'far', origin: 'own', isRemote: true, hasInputs: false },
    ]);
  });

  test('follows the servers until it is disposed of', () => {
    desk.attach(servers);
    const before = changes;
    set('one', 'ready');
    expect(changes).toBe(before + 1);
    desk.dispose();
    set('one', 'failed');
    expect(changes).toBe(before + 1);
  });

  test('says whose question waits', () => {
    const first = {
      kind: 'form',
      server: 'far',
      message: '',
      schema: {},
      seemsToAskForSecret: false,
    } as const;
    const asking = makeDesk({
      questions: { first, answerFirst: () => Promise.resolve(), close: () => undefined },
    });
    expect(asking.summary).toEqual({ toolServers: { unapproved: 0, needing: 0, failed: 0, asking: 'far' } });
  });

  test('says that nothing may run while the approvals cannot be read', () => {
    const blocked = makeDesk({ problem: 'The file is broken.' });
    expect(blocked.problems).toEqual(['The file is broken.']);
    expect(blocked.summary).toEqual({ toolServers: { unapproved: 0, needing: 0, failed: 1 } });
  });
});

describe('an approval', () => {
  test('is of the definition that was shown, and the person is expected until the server has settled', async () => {
    set('one', 'unapproved', { digest: 'new' });
    desk.attach(servers);
    servers.onReload = () => {
      set('one', 'starting');
    };
    await desk.approve('one', 'shown');
    expect([...approved]).toEqual(['shown']);
    expect(desk.isAttended('one')).toBe(true);
    set('one', 'ready');
    await settle();
    expect(desk.isAttended('one')).toBe(false);
  });

  test('is taken back', async () => {
    set('one', 'ready', { digest: 'd' });
    approved.add('d');
    desk.attach(servers);
    await desk.revoke('one');
    expect([[...approved], servers.calls]).toEqual([[], ['reload']]);
  });

  test('is refused where the agent could write the file', async () => {
    const inside = makeDesk({ approvals: undefined });
    inside.attach(servers);
    await expect(inside.approve('one', 'd')).rejects.toThrow('where the agent may write');
    expect(servers.calls).toEqual([]);
  });
});

describe('what only the person can give', () => {
  test('is told once, and shown until the server runs', () => {
    desk.attach(servers);
    desk.need('far', 'signIn');
    set('far', 'failed');
    desk.need('far', 'signIn');
    expect(told).toEqual(['far needs signIn']);
    expect(desk.find('far')?.need).toBe('signIn');
    expect(desk.summary).toEqual({ toolServers: { unapproved: 0, needing: 1, failed: 0 } });
    set('far', 'ready');
    set('far', 'failed');
    expect(desk.find('far')?.need).toBeUndefined();
  });

  test('is forgotten with the values of its source, and only those', async () => {
    const inputs = new SecretInputs(secrets);
    await inputs.set('/w/.mcp.json', 'key', 'a');
    await inputs.set('/other/.mcp.json', 'key', 'b');
    set('one', 'ready', { source: '/w/.mcp.json' });
    desk.attach(servers);
    await desk.forgetInputs('one');
    await expect(inputs.get('/w/.mcp.json', 'key')).resolves.toBeUndefined();
    await expect(inputs.get('/other/.mcp.json', 'key')).resolves.toBe('b');
    expect(servers.calls).toEqual(['forget one']);
  });
});

describe('a server that is turned off', () => {
  test('of the workspace is so here, and one of the person everywhere; turning on undoes both', async () => {
    set('one', 'ready', { source: '/w/.mcp.json' });
    set('far', 'ready');
    desk.attach(servers);
    await desk.setDisabled('one', true);
    await desk.setDisabled('far', true);
    expect([here.values, everywhere.values]).toEqual([
      { 'troupe.disabledServers': ['one'] },
      { 'troupe.disabledServers': ['far'] },
    ]);
    await desk.setDisabled('far', false);
    expect(new DisabledServers(here, everywhere).has('far')).toBe(false);
    expect(new DisabledServers(here, everywhere).has('one')).toBe(true);
    expect(servers.calls).toEqual(['reload', 'reload', 'reload']);
  });
});

test('a desk that is disposed of while a server starts ends every wait', async () => {
  set('one', 'starting');
  desk.attach(servers);
  const waiting = desk.settled('one');
  desk.dispose();
  await expect(waiting).resolves.toBeUndefined();
});
