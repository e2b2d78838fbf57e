import type { McpServerState } from '../../../actors/protocol/mcp.js';
import { toVisibleName } from '../../markdown/visible-text.js';
import { listActions, type ServerAction, type ServerView } from './server-view.js';
import { MCP_TEXTS } from '../words/mcp-words.js';

/** A server, or one of its actions, as a row of a list. Icons are those of the editor. */
export interface ServerRow {
  readonly label: string;
  readonly description: string;
  readonly detail: string;
  /** Its buttons: what one does most, without a second list. */
  readonly buttons: readonly ServerAction[];
}

export const ACTION_ICONS: Readonly<Record<ServerAction, string>> = {
  approve: 'check',
  start: 'play',
  restart: 'debug-restart',
  stop: 'debug-stop',
  signIn: 'sign-in',
  signOut: 'sign-out',
  tools: 'tools',
  log: 'output',
  open: 'go-to-file',
  turnOff: 'circle-slash',
  turnOn: 'circle-large-outline',
  revoke: 'discard',
  forget: 'key',
  remove: 'trash',
};

const STATE_ICONS: Readonly<Record<McpServerState, string>> = {
  unapproved: 'shield',
  blocked: 'error',
  disabled: 'circle-slash',
  starting: 'loading~spin',
  ready: 'pass',
  restarting: 'loading~spin',
  failed: 'error',
  stopped: 'debug-stop',
};

const BUTTONS: ReadonlySet<ServerAction> = new Set([
  'approve',
  'turnOn',
  'signIn',
  'start',
  'restart',
  'stop',
  'log',
]);

// A reason is a sentence or two. Units: UTF-16 units.
const MAX_REASON_CHARS = 300;

/** A server with its state, its number of tools, and why it does not run or else where it is defined. */
export function toServerRow(server: ServerView, definedIn: string): ServerRow {
  const { name, state, reason, need, tools, isLazy, restarts } = server;
  const states = [
    need === undefined ? MCP_TEXTS.states[state] : NEEDS[need],
    ...(tools.length === 0 ? [] : [MCP_TEXTS.tools(tools.length)]),
    ...(isLazy ? [MCP_TEXTS.searchedFor] : []),
    ...(restarts === 0 ? [] : [MCP_TEXTS.restarts(restarts)]),
  ];
  const isExplained =
    reason !== undefined && need === undefined && state !== 'unapproved' && state !== 'disabled';
  return {
    label: `$(${STATE_ICONS[state]}) ${name}`,
    description: states.join(' · '),
    detail: isExplained ? cut(reason) : toVisibleName(definedIn),
    buttons: listActions(server).filter((action) => BUTTONS.has(action)),
  };
}

const NEEDS: Readonly<Record<NonNullable<ServerView['need']>, string>> = {
  signIn: MCP_TEXTS.signInNeeded,
  input: MCP_TEXTS.inputNeeded,
};

function cut(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return toVisibleName(
    line.length > MAX_REASON_CHARS ? `${line.slice(0, MAX_REASON_CHARS).toWellFormed()}…` : line,
  );
}
