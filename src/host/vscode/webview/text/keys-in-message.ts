import { APPROVAL_TEXTS } from '../../words/view-words.js';

const CONTROL = /Mac/.test(navigator.platform) ? '⌘' : 'Ctrl+';

/** The keys that answer a question from the empty message box. */
export const KEYS_IN_MESSAGE = APPROVAL_TEXTS.keys(CONTROL);
