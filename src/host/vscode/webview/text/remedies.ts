import type { ViewCommand } from '../../../../actors/protocol/ui.js';

/** The buttons beside a problem, by the command that helps. */
export const REMEDIES: Readonly<Partial<Record<ViewCommand, string>>> = {
  openFolder: 'Open Folder',
  openSettings: 'Open settings',
  selectModel: 'Set up a model',
  setApiKey: 'Enter the key',
  showOutput: 'Show the log',
};

export const SET_UP_MODEL = 'Set up a model';

/** What the line above the message box says while nobody but the built-in search answers. */
export const NO_MODEL = 'No language model is set up: Troupe can only find, search and show.';

export const RESTRICTED = 'Restricted mode: Troupe reads and changes nothing.';

export const MANAGE_TRUST = 'Manage trust';
