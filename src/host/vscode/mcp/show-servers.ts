import {
  type Disposable,
  type QuickInputButton,
  QuickInputButtons,
  type QuickPick,
  type QuickPickItem,
  QuickPickItemKind,
  ThemeIcon,
  Uri,
  window,
} from 'vscode';
import { messageOf } from '../../../actors/protocol/errors/message-of.js';
import { toVisibleName } from '../../markdown/visible-text.js';
import { OwnMcpFile } from '../../node/mcp/own-mcp-file.js';
import { editorPrompts } from '../prompts/editor-prompts.js';
import { askForServer } from './add/add-server.js';
import { askApproval } from './ask-approval.js';
import { describeProblem } from './definition-places.js';
import type { EditorServers } from './editor-servers.js';
import { runAction } from './run-action.js';
import { ACTION_ICONS, toServerRow } from './server-rows.js';
import { listActions, type ServerAction } from './server-view.js';
import { MCP_ADD_TEXTS, MCP_TEXTS } from '../words/mcp-words.js';

/** What a row of the list stands for. */
type Target =
  | { readonly kind: 'server'; readonly name: string }
  | { readonly kind: 'action'; readonly name: string; readonly action: ServerAction }
  | { readonly kind: 'editorTools' | 'add' | 'openOwn' | 'readAgain' | 'back' };

interface Row extends QuickPickItem {
  readonly target?: Target;
  readonly buttons?: readonly ActionButton[];
}

interface ActionButton extends QuickInputButton {
  readonly action: ServerAction;
}

// What leaves the list open, or leads back to it: a row shows what comes of it.
const STAYS: ReadonlySet<ServerAction> = new Set([
  'start',
  'restart',
  'stop',
  'turnOn',
  'turnOff',
  'revoke',
  'forget',
  'signOut',
]);

/** Lists the servers, what they do, and what can be done with them, until the person leaves. Never rejects. */
export async function showServers(servers: EditorServers): Promise<void> {
  for (;;) {
    const chosen = await pickFrom(servers, {
      title: MCP_TEXTS.title,
      placeholder: MCP_TEXTS.placeholder,
      list: () => listServers(servers),
    });
    if (chosen?.kind !== 'server') return chosen === undefined ? undefined : take(servers, chosen);
    const { name } = chosen;
    const action = await pickFrom(servers, {
      title: MCP_TEXTS.readTitle(name),
      placeholder: servers.desk.find(name)?.reason ?? '',
      list: () => listServerActions(servers, name),
      canGoBack: true,
    });
    if (action?.kind !== 'back') return action === undefined ? undefined : take(servers, action);
  }
}

/** Asks for a server, writes it into the person's own file, and starts it. Errors: those of the file. */
export async function addPromptedServer({ desk, ownFile }: EditorServers): Promise<void> {
  const added = await askForServer(
    editorPrompts,
    desk.list().map(({ name }) => name),
  );
  if (added === undefined) return;
  await new OwnMcpFile(ownFile).add(added.name, added.server);
  await desk.reload();
  const { openFile } = MCP_ADD_TEXTS;
  void window.showInformationMessage(MCP_ADD_TEXTS.added(added.name), openFile).then(async (choice) => {
    if (choice === openFile) await window.showTextDocument(Uri.file(ownFile));
  });
}

function listServers({ desk, describeSource, editorTools }: EditorServers): readonly Row[] {
  const servers = desk.list().map((server): Row => {
    const { buttons, ...row } = toServerRow(server, describeSource(server.source));
    return {
      ...row,
      target: { kind: 'server', name: server.name },
      buttons: buttons.map((action) => ({
        action,
        iconPath: new ThemeIcon(ACTION_ICONS[action]),
        tooltip: MCP_TEXTS.actions[action],
      })),
    };
  });
  const problems = desk.problems.map((problem): Row => ({
    label: `$(warning) ${toVisibleName(describeProblem(problem))}`,
    target: { kind: 'readAgain' },
  }));
  const { fromEditor, fromEditorRow, fromEditorOn, fromEditorOff, fromEditorDetail } = MCP_TEXTS;
  const { length } = editorTools.list();
  const ofEditor: Row = {
    label: `$(${editorTools.isOffered ? 'pass' : 'circle-slash'}) ${fromEditorRow}`,
    description: (editorTools.isOffered ? fromEditorOn : fromEditorOff)(length),
    detail: fromEditorDetail,
    target: { kind: 'editorTools' },
  };
  return [
    ...(servers.length === 0 ? [heading(MCP_TEXTS.none)] : servers),
    ...(length === 0 ? [] : [heading(fromEditor), ofEditor]),
    ...(problems.length === 0 ? [] : [heading(MCP_TEXTS.problems), ...problems]),
    heading(MCP_TEXTS.more),
    { label: `$(add) ${MCP_TEXTS.add}`, alwaysShow: true, target: { kind: 'add' } },
    { label: `$(json) ${MCP_TEXTS.openOwn}`, target: { kind: 'openOwn' } },
    { label: `$(refresh) ${MCP_TEXTS.readAgain}`, target: { kind: 'readAgain' } },
  ];
}

function listServerActions({ desk }: EditorServers, name: string): readonly Row[] {
  const server = desk.find(name);
  if (server === undefined) return [];
  const where = server.origin === 'workspace' ? 'turnOffHere' : 'turnOffEverywhere';
  return listActions(server).map((action) => ({
    label: `$(${ACTION_ICONS[action]}) ${MCP_TEXTS.actions[action]}`,
    ...(action === 'turnOff' ? { description: MCP_TEXTS.actionDetails[where] } : {}),
    target: { kind: 'action', name, action },
  }));
}

async function take(servers: EditorServers, target: Target): Promise<void> {
  switch (target.kind) {
    case 'action': {
      const { name, action } = target;
      if (action === 'approve') {
        await attempt(() => approve(servers, name));
        break;
      }
      const work = attempt(() => runAction(servers, name, action));
      if (STAYS.has(action)) await showServers(servers);
      await work;
      break;
    }
    case 'editorTools':
      await attempt(() => servers.editorTools.setOffered(!servers.editorTools.isOffered));
      await showServers(servers);
      break;
    case 'add':
      await attempt(() => addPromptedServer(servers));
      break;
    case 'openOwn':
      await attempt(() => openOwnFile(servers));
      break;
    default:
      await attempt(() => servers.desk.reload());
      await showServers(servers);
  }
}

/** Asks about a server, and shows how it starts. */
async function approve(servers: EditorServers, name: string): Promise<void> {
  const isAsked = servers.desk.find(name)?.hasInputs === true;
  const isApproved = await askApproval(servers, name);
  // The list would take the place of what is asked for when the server starts.
  if (isApproved && !isAsked) await showServers(servers);
}

async function openOwnFile({ ownFile }: EditorServers): Promise<void> {
  await new OwnMcpFile(ownFile).ensure();
  await window.showTextDocument(Uri.file(ownFile));
}

async function attempt(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const reason = messageOf(error);
    void window.showErrorMessage(`${MCP_TEXTS.notDone}: ${reason}`);
  }
}

/** Shows rows that stay up to date, and does what their buttons say. Resolves to what was chosen. */
async function pickFrom(
  servers: EditorServers,
  {
    title,
    placeholder,
    list,
    canGoBack = false,
  }: {
    readonly title: string;
    readonly placeholder: string;
    readonly list: () => readonly Row[];
    readonly canGoBack?: boolean;
  },
): Promise<Target | undefined> {
  const pick = window.createQuickPick<Row>();
  Object.assign(pick, { title, placeholder, matchOnDescription: true, matchOnDetail: true });
  pick.keepScrollPosition = true;
  pick.buttons = canGoBack ? [QuickInputButtons.Back] : [];
  redraw(pick, list());
  const listeners: Disposable[] = [];
  const unwatch = servers.desk.onChanged(() => {
    redraw(pick, list());
  });
  try {
    return await new Promise((resolve) => {
      listeners.push(
        pick.onDidHide(() => {
          resolve(undefined);
        }),
        pick.onDidAccept(() => {
          const target = pick.activeItems[0]?.target;
          if (target !== undefined) resolve(target);
        }),
        pick.onDidTriggerButton(() => {
          resolve({ kind: 'back' });
        }),
        pick.onDidTriggerItemButton(({ item, button }) => {
          const name = item.target?.kind === 'server' ? item.target.name : undefined;
          if (name === undefined || !isActionButton(button)) return;
          const { action } = button;
          if (action === 'approve' || !STAYS.has(action)) resolve({ kind: 'action', name, action });
          else void attempt(() => runAction(servers, name, action));
        }),
      );
      pick.show();
    });
  } finally {
    unwatch();
    for (const listener of listeners) listener.dispose();
    pick.dispose();
  }
}

/** Shows other rows, with the same one active. */
function redraw(pick: QuickPick<Row>, rows: readonly Row[]): void {
  const active = JSON.stringify(pick.activeItems[0]?.target);
  pick.items = rows;
  const same = rows.filter(({ target }) => target !== undefined && JSON.stringify(target) === active);
  if (same.length > 0) pick.activeItems = same.slice(0, 1);
}

function isActionButton(button: QuickInputButton): button is ActionButton {
  return 'action' in button;
}

function heading(label: string): Row {
  return { label, kind: QuickPickItemKind.Separator };
}
