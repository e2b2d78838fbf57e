import { basename, dirname } from 'node:path';
import {
  CancellationTokenSource,
  type Disposable,
  env,
  type ExtensionContext,
  lm,
  type LogOutputChannel,
  RelativePattern,
  Uri,
  workspace,
} from 'vscode';
import { SettingsError } from '../../../actors/protocol/errors.js';
import { messageOf } from '../../../actors/protocol/errors/message-of.js';
import { omitUndefined } from '../../../actors/protocol/json/omit-undefined.js';
import { systemClock } from '../../../actors/runtime/clock.js';
import { Debounce } from '../../../actors/runtime/debounce.js';
import type { Host, McpOptions } from '../../api.js';
import { findOwnMcpFile, WORKSPACE_MCP_FILES } from '../../node/mcp/find-mcp-files.js';
import { McpApprovals } from '../../node/mcp/mcp-approvals.js';
import { editorPrompts } from '../prompts/editor-prompts.js';
import { answerForm } from './form/answer-form.js';
import { askToOpen } from './ask-to-open.js';
import { describeSource, definitionOriginOf } from './definition-places.js';
import { DisabledServers } from './disabled-servers.js';
import { createEditorPerson } from './editor-person.js';
import { readEditorSources } from './editor-sources.js';
import { EditorTools } from './editor-tools.js';
import { hostOfPage } from './host-of-page.js';
import { createSecretTokens, SecretInputs } from './secret-values.js';
import { ServerDesk } from './server-desk.js';
import { ServerLogs } from './server-logs.js';
import { notifyNeed, notifyQuestion, showSigningIn, UnapprovedNotice } from './server-notices.js';
import { ServerQuestions } from './server-questions.js';
import { MCP_QUESTION_TEXTS, MCP_TEXTS } from '../words/mcp-words.js';

// An editor that saves a file, and whoever checks out a branch, write several times. Units: milliseconds.
const READ_DELAY_MS = 300;

/** The servers of a host in the editor. */
export interface EditorServers extends Disposable {
  /** What the host is made with. */
  readonly options: McpOptions;
  readonly desk: ServerDesk;
  readonly logs: ServerLogs;
  /** Those that the editor runs itself. */
  readonly editorTools: EditorTools;
  /** Takes the host that was made with `options`. */
  readonly attach: (host: Pick<Host, 'mcp' | 'tools'>) => void;
  /** Adds tools that the editor has now and had not before. */
  readonly offerEditorTools: () => void;
  /** This person's own file. It may not exist. */
  readonly ownFile: string;
  /** Where a server is defined, as the person knows it. */
  readonly describeSource: (source: string | undefined) => string;
}

interface EditorServersOptions {
  readonly context: Pick<ExtensionContext, 'secrets' | 'workspaceState' | 'globalState' | 'extension'>;
  readonly roots: readonly string[];
  readonly log: LogOutputChannel;
  /** Called when `desk.summary` may be another one. */
  readonly onChange: () => void;
  /** Shows the servers to the person. */
  readonly show: () => void;
}

/** What a host needs to run the servers of this window: those of files, and those of the editor. Never rejects. */
export async function composeEditorServers(options: EditorServersOptions): Promise<EditorServers> {
  const { context, roots, log, onChange, show } = options;
  const { secrets, workspaceState, globalState, extension } = context;
  const ownFile = findOwnMcpFile(process.env);
  const approvals = McpApprovals.open(process.env, roots);
  const problem = await findProblem(approvals);
  const disabled = new DisabledServers(workspaceState, globalState);
  const inputs = new SecretInputs(secrets);
  const onNotice = (message: string): void => {
    log.warn(message);
  };
  const questions = new ServerQuestions({
    notify: notifyQuestion,
    ask: async (question, signal) => {
      if (question.kind === 'form') return answerForm(question, { prompts: editorPrompts, signal, onNotice });
      const { openTitle, openPage, notOpened } = MCP_QUESTION_TEXTS;
      if (hostOfPage(question.url) === undefined) {
        log.warn(`${question.server}: ${notOpened}`);
        return { action: 'decline' };
      }
      const isOpened = await askToOpen(openTitle(question.server), question.url, openPage);
      return { action: isOpened ? 'accept' : 'cancel' };
    },
    onChange: () => {
      desk.changed();
    },
  });
  const attempt = (work: Promise<void>): void => {
    work.catch((error: unknown) => {
      log.error(`${MCP_TEXTS.notDone}: ${messageOf(error)}`);
    });
  };
  const notice = new UnapprovedNotice(workspaceState, show);
  const desk: ServerDesk = new ServerDesk({
    approvals,
    ...omitUndefined({ problem }),
    disabled,
    inputs,
    questions,
    originOf: (source) => definitionOriginOf(source, ownFile),
    notifyUnapproved: (servers) => {
      notice.show(servers);
    },
    notifyNeed: (server, need) => {
      notifyNeed(server, need, () => {
        attempt(desk.start(server));
      });
    },
    onChange,
  });
  const person = createEditorPerson({
    prompts: editorPrompts,
    inputs,
    questions,
    desk: () => desk,
    openPage: askToOpen,
    showWaiting: (server) => {
      showSigningIn(server, desk.settled(server), () => {
        attempt(desk.stop(server));
      });
    },
    // Where the editor runs elsewhere, a port of this machine is reached through it.
    browserUrl: async (local) => (await env.asExternalUri(Uri.parse(local))).toString(true),
    onNotice,
  });
  const watch = watchDefinitions(roots, ownFile, () => {
    attempt(desk.reload());
  });
  const logs = new ServerLogs(desk);
  const editorTools = new EditorTools({
    state: workspaceState,
    list: () => ('tools' in lm ? lm.tools : []),
    invoke: invokeEditorTool,
    servers: () => desk.list().map(({ name }) => name),
  });
  let tools: Host['tools'] | undefined;
  return {
    options: {
      readsFiles: problem === undefined,
      sources: readEditorSources,
      isDisabled: (server) => disabled.has(server),
      person,
      tokens: createSecretTokens(secrets),
      version: String((extension.packageJSON as { readonly version?: unknown }).version),
    },
    desk,
    logs,
    editorTools,
    attach: (host) => {
      tools = host.tools;
      desk.attach(host.mcp);
    },
    offerEditorTools: () => {
      if (tools !== undefined) editorTools.offer(tools);
    },
    ownFile,
    describeSource: (source) => describeSource(source, ownFile),
    dispose: () => {
      watch.dispose();
      desk.dispose();
      logs.dispose();
    },
  };
}

async function invokeEditorTool(
  name: string,
  input: object,
  signal: AbortSignal,
): Promise<readonly unknown[]> {
  const cancellation = new CancellationTokenSource();
  const cancel = (): void => {
    cancellation.cancel();
  };
  signal.addEventListener('abort', cancel);
  try {
    const options = { input, toolInvocationToken: undefined };
    return (await lm.invokeTool(name, options, cancellation.token)).content;
  } finally {
    signal.removeEventListener('abort', cancel);
    cancellation.dispose();
  }
}

/** Why no approval can be read, so that nothing may start. */
async function findProblem(approvals: McpApprovals | undefined): Promise<string | undefined> {
  try {
    await approvals?.load();
    return undefined;
  } catch (error) {
    return error instanceof SettingsError ? error.message : String(error);
  }
}

/** Calls `onChange` when a file or a setting that defines servers may say something else, or an approval was given. */
function watchDefinitions(roots: readonly string[], ownFile: string, onChange: () => void): Disposable {
  const delay = new Debounce(systemClock, { quietMs: READ_DELAY_MS, maxMs: 4 * READ_DELAY_MS }, onChange);
  const trigger = (): void => {
    delay.trigger();
  };
  const folder = Uri.file(dirname(ownFile));
  const watchers = [
    new RelativePattern(folder, `{${basename(ownFile)},mcp-approvals.json}`),
    ...roots.map((root) => new RelativePattern(Uri.file(root), `{${WORKSPACE_MCP_FILES.join(',')}}`)),
  ].map((pattern) => workspace.createFileSystemWatcher(pattern));
  const subscriptions = [
    ...watchers,
    ...watchers.flatMap((watcher) => [
      watcher.onDidCreate(trigger),
      watcher.onDidChange(trigger),
      watcher.onDidDelete(trigger),
    ]),
    workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('mcp')) trigger();
    }),
  ];
  return {
    dispose: () => {
      delay.cancel();
      for (const subscription of subscriptions) subscription.dispose();
    },
  };
}
