import type { McpServerStatus } from '../../../actors/protocol/mcp.js';

/** What only the person can give a server that does not run. */
export type ServerNeed = 'signIn' | 'input';

/** Who defines a server: the person for Troupe, the person in the editor, or a file of the workspace. */
export type ServerOrigin = 'own' | 'editor' | 'workspace';

/** A server as the list shows it. */
export interface ServerView extends McpServerStatus {
  readonly origin: ServerOrigin;
  /** Whether it is reached over HTTP. */
  readonly isRemote: boolean;
  readonly need?: ServerNeed;
  /** Whether its definition asks for values. */
  readonly hasInputs: boolean;
}

/** What a person can do with a server. */
export type ServerAction =
  | 'approve'
  | 'start'
  | 'restart'
  | 'stop'
  | 'signIn'
  | 'signOut'
  | 'tools'
  | 'log'
  | 'open'
  | 'turnOff'
  | 'turnOn'
  | 'revoke'
  | 'forget'
  | 'remove';

/** What can be done with a server now, the likeliest first. */
export function listActions(server: ServerView): readonly ServerAction[] {
  const { state, origin, isRemote, need, hasInputs, tools } = server;
  const isKnown = tools.length > 0;
  const isOn = state !== 'disabled';
  const mayRun = isOn && state !== 'unapproved' && state !== 'blocked';
  const isBusy = state === 'ready' || state === 'starting' || state === 'restarting';
  return [
    ...when(state === 'unapproved', 'approve'),
    ...when(!isOn, 'turnOn'),
    ...when(need === 'signIn', 'signIn'),
    ...when(mayRun && !isBusy && need !== 'signIn', 'start'),
    ...when(isKnown, 'tools'),
    ...when(state === 'ready', 'restart'),
    ...when(mayRun && isBusy, 'stop'),
    ...when(mayRun, 'log'),
    'open',
    ...when(isRemote && state === 'ready', 'signOut'),
    ...when(mayRun && hasInputs, 'forget'),
    ...when(mayRun && origin !== 'own', 'revoke'),
    ...when(isOn, 'turnOff'),
    ...when(origin === 'own', 'remove'),
  ];
}

function when(isSo: boolean, action: ServerAction): readonly ServerAction[] {
  return isSo ? [action] : [];
}
