import { describe, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import {
  type AgentEngine,
  type AgentEvent,
  type AgentMode,
  type AgentState,
  type AnswerOptions,
  type ApprovalDecision,
  type ApprovalOffer,
  createHost,
  defineTool,
  type EventStream,
  type GrepBatch,
  type GrepQuery,
  type Host,
  type HostOptions,
  InvalidRootError,
  type LLMAdapter,
  type LLMMessage,
  type LLMProvider,
  type ModelInfo,
  parseThreadId,
  type ProviderRecord,
  resolveModel,
  type SupervisionState,
  type Thread,
  type ThreadEvent,
  type ThreadId,
  type ThreadStore,
  type ThreadSummary,
  type ModelDelta,
  type RecoveredChanges,
  type Ref,
  type RememberScope,
  type SendOptions,
  type SearchReply,
  type Tool,
  type ToolResult,
  type TreeReply,
  type TroupeError,
  type Turn,
  type TurnOutcome,
  type UserInput,
  type Workspace,
  type WorkspaceProtocol,
} from '../../src/host/api.js';
import {
  asksFor,
  type Clock,
  connectInProcess,
  FakeClock,
  says,
  ScriptedModel,
  scriptedProvider,
} from '../../src/host/testing.js';

// Judged by the compiler: nothing here runs. The same text is compiled against the packed package as well.
const compileOnly = (_uses: () => unknown): void => undefined;

describe('createHost', () => {
  test('takes options of which only the roots are needed, and gives a host', () => {
    expectTypeOf(createHost).parameters.toEqualTypeOf<[HostOptions]>();
    expectTypeOf(createHost).returns.resolves.toEqualTypeOf<Host>();
    expectTypeOf<{ roots: string[] }>().toExtend<HostOptions>();
    // @ts-expect-error roots are required
    compileOnly(() => createHost({}));
    // @ts-expect-error there is no such watcher
    compileOnly(() => createHost({ roots: [], workspace: { watcher: 'telescope' } }));
    // @ts-expect-error a misspelt option is no option
    compileOnly(() => createHost({ roots: [], aprovals: {} }));
  });

  test('gives what is disposed of as a whole', () => {
    expectTypeOf<Host>().toExtend<AsyncDisposable>();
    expectTypeOf<Host['workspace']>().toEqualTypeOf<Workspace>();
    expectTypeOf<Host['engine']>().toEqualTypeOf<AgentEngine>();
    expectTypeOf<Host['recovered']>().resolves.toEqualTypeOf<readonly RecoveredChanges[]>();
  });
});

describe('a workspace', () => {
  test('takes paths as plain text', () => {
    expectTypeOf<Workspace['search']>().parameter(0).toEqualTypeOf<string>();
    expectTypeOf<Workspace['grep']>().parameter(0).toEqualTypeOf<string | GrepQuery>();
    expectTypeOf<Workspace['search']>().returns.resolves.toEqualTypeOf<SearchReply>();
    expectTypeOf<Workspace['grep']>().returns.resolves.toEqualTypeOf<AsyncIterable<GrepBatch>>();
    expectTypeOf<Workspace['tree']>().returns.resolves.toEqualTypeOf<TreeReply>();
    expectTypeOf<Workspace['ref']>().toEqualTypeOf<Ref<WorkspaceProtocol>>();
    expectTypeOf<SupervisionState>().toEqualTypeOf<'starting' | 'alive' | 'restarting' | 'failed'>();
    compileOnly(() => (workspace: Workspace) => [
      // @ts-expect-error a query is text
      workspace.search(1),
      // @ts-expect-error a pattern is needed
      workspace.grep({ isRegex: true }),
      // @ts-expect-error a workspace comes from a host
      workspace.roots.push('/other'),
    ]);
  });
});

describe('a thread', () => {
  test('takes messages with options for one turn, and is watched by anybody', () => {
    expectTypeOf<AgentEngine['createThread']>().returns.toEqualTypeOf<Thread>();
    expectTypeOf<AgentEngine['openThread']>().parameter(0).toEqualTypeOf<string>();
    expectTypeOf(parseThreadId).returns.toEqualTypeOf<ThreadId>();
    expectTypeOf<AgentEngine['listThreads']>().returns.resolves.toEqualTypeOf<readonly ThreadSummary[]>();
    expectTypeOf<Thread['send']>().parameter(0).toEqualTypeOf<string | UserInput>();
    expectTypeOf<Thread['send']>().parameter(1).toEqualTypeOf<SendOptions | undefined>();
    expectTypeOf<Thread['send']>().returns.resolves.toEqualTypeOf<Turn>();
    expectTypeOf<Thread['resume']>().returns.toEqualTypeOf<Turn | undefined>();
    expectTypeOf<Turn['result']>().returns.resolves.toEqualTypeOf<TurnOutcome>();
    expectTypeOf<Thread['subscribe']>().returns.toEqualTypeOf<
      AsyncIterableIterator<ThreadEvent, undefined>
    >();
    expectTypeOf<HostOptions['threadStore']>().toEqualTypeOf<ThreadStore | undefined>();
    compileOnly(() => (thread: Thread) => [
      // @ts-expect-error a message has a text
      thread.send({ attachments: [] }),
      // @ts-expect-error there is no such way
      thread.send({ text: 'Hi' }, { whileRunning: 'ignore' }),
      // What a program has kept of an entry or a thread is text.
      thread.subscribe({ after: 'entry' }),
      thread.send('Hi', { signal: AbortSignal.timeout(1_000) }),
      // @ts-expect-error an id is text
      thread.jump(1),
    ]);
  });
});

describe('an engine', () => {
  test('streams events that one switch tells apart, and ends in one of two', () => {
    expectTypeOf<AgentEngine['processMessage']>().returns.toEqualTypeOf<
      EventStream<AgentEvent, TurnOutcome>
    >();
    expectTypeOf<TurnOutcome['type']>().toEqualTypeOf<'answer' | 'error'>();
    expectTypeOf<Extract<AgentEvent, { type: 'observation' }>['result']>().toEqualTypeOf<ToolResult>();
    expectTypeOf<AgentEngine['history']>().toEqualTypeOf<readonly LLMMessage[]>();
    expectTypeOf<AgentEngine['getState']>().returns.toEqualTypeOf<AgentState>();
    expectTypeOf<AgentEngine['clear']>().parameters.toEqualTypeOf<[]>();
    expectTypeOf<AgentEngine['respondToApproval']>().parameter(1).toEqualTypeOf<ApprovalDecision>();
    expectTypeOf<RememberScope>().toEqualTypeOf<'files' | 'edits' | 'thread' | 'always'>();
    expectTypeOf<ApprovalOffer['scope']>().toEqualTypeOf<RememberScope>();
    expectTypeOf<AnswerOptions['remember']>().toEqualTypeOf<RememberScope | undefined>();
    expectTypeOf<Extract<AgentEvent, { type: 'approval_request' }>['offers']>().toEqualTypeOf<
      readonly ApprovalOffer[] | undefined
    >();
    expectTypeOf<'agent'>().toExtend<AgentMode>();
    compileOnly(() => (engine: AgentEngine) => [
      // @ts-expect-error there is no such mode
      engine.processMessage('Hi', 'dance'),
      // @ts-expect-error an answer is approve or deny
      engine.respondToApproval('c0', 'perhaps'),
      // @ts-expect-error no offer has this scope
      engine.respondToApproval('c0', 'approve', { remember: 'forever' }),
    ]);
  });
});

describe('what a program brings along', () => {
  test('is a tool whose parameters have the type of its schema', () => {
    const add = defineTool({
      name: 'add',
      description: 'Adds.',
      params: z.object({ a: z.number(), b: z.number().optional() }),
      run: ({ a, b }) => {
        expectTypeOf(a).toEqualTypeOf<number>();
        expectTypeOf(b).toEqualTypeOf<number | undefined>();
        return a + (b ?? 0);
      },
    });
    expectTypeOf(add).toExtend<Tool>();
    expectTypeOf<(typeof add)['run']>().returns.resolves.toEqualTypeOf<number>();
    compileOnly(() =>
      defineTool({
        name: 'bad',
        description: 'Uses what its schema does not have.',
        params: z.object({ a: z.number() }),
        // @ts-expect-error there is no b
        run: ({ b }) => b,
      }),
    );
  });

  test('is a provider, which needs no base class', () => {
    expectTypeOf<LLMProvider['createAdapter']>().returns.toEqualTypeOf<LLMAdapter>();
    expectTypeOf<LLMAdapter['streamComplete']>().returns.toEqualTypeOf<AsyncIterable<ModelDelta>>();
    expectTypeOf<{ type: 'text'; text: string }>().toExtend<ModelDelta>();
    expectTypeOf<{ type: 'txet'; text: string }>().not.toExtend<ModelDelta>();
  });
});

describe('a provider of models', () => {
  const records: readonly ProviderRecord[] = [
    {
      id: 'one',
      baseUrl: 'https://one.example/v1',
      models: { m: { contextWindow: 8_192, prices: { input: 1, output: 2 } } },
    },
  ];

  test('is a record, and a name and the records give a model for a host', () => {
    expectTypeOf(resolveModel).returns.toExtend<NonNullable<HostOptions['model']>>();
    compileOnly(() =>
      createHost({
        roots: [],
        model: resolveModel({ model: 'one/m' }, process.env, { records }),
        limits: { maxCostUsd: 1 },
      }),
    );
    // @ts-expect-error a record needs a name
    compileOnly(() => resolveModel({}, {}, { records: [{ baseUrl: 'https://one.example/v1' }] }));
    // @ts-expect-error a price of input alone is no price
    compileOnly((): ModelInfo => ({ prices: { input: 1 } }));
  });

  test('tells what is known of a model through its adapter', () => {
    expectTypeOf<LLMAdapter>().toExtend<ModelInfo>();
    expectTypeOf<Extract<AgentEvent, { type: 'usage' }>['costUsd']>().toEqualTypeOf<number | undefined>();
  });
});

describe('errors', () => {
  test('are classes with a code and details of their own', () => {
    expectTypeOf(InvalidRootError).instance.toExtend<TroupeError>();
    expectTypeOf<InvalidRootError['code']>().toEqualTypeOf<'INVALID_ROOT'>();
    expectTypeOf<InvalidRootError['details']['root']>().toEqualTypeOf<string>();
  });
});

describe('the door for tests', () => {
  test('has a model, a clock and actors that fit where real ones do', () => {
    expectTypeOf(ScriptedModel).instance.toExtend<LLMAdapter>();
    expectTypeOf(scriptedProvider).returns.toEqualTypeOf<LLMProvider>();
    expectTypeOf(FakeClock).instance.toExtend<Clock>();
    expectTypeOf<Clock>().toExtend<NonNullable<HostOptions['clock']>>();
    interface Greeter {
      readonly asks: { readonly greet: { arg: string; reply: string } };
      readonly tells: object;
      readonly events: object;
    }
    compileOnly(() => {
      const greeter = connectInProcess<Greeter>(
        { asks: { greet: (name) => `Hello, ${name}!` }, tells: {} },
        { name: 'greeter' },
      );
      expectTypeOf(greeter).toExtend<Ref<Greeter>>();
      expectTypeOf(greeter.ask('greet', 'you')).resolves.toEqualTypeOf<string>();
      // @ts-expect-error it understands nothing else
      return greeter.ask('insult', 'you');
    });
    compileOnly(() => new ScriptedModel([asksFor(['read_file', { uri: 'a' }]), says('Done.')]));
    // @ts-expect-error a script is made of turns
    compileOnly(() => new ScriptedModel(['Done.']));
  });
});
