import { readList, readTree } from './directory-rules.js';
import { readFindFiles } from './find-files-rule.js';
import type { Intent, IntentRule } from './intent.js';
import { stripPoliteness } from './polite.js';
import { readReplace } from './replace-rule.js';
import { readAboutName, readSearch, readUses } from './search-rules.js';
import { readShow } from './show-rule.js';
import { readChange, readGreeting, readOverview } from './talk-rules.js';

// People say first what they want; text beyond this was pasted. Units: UTF-16 units.
const MAX_REQUEST_CHARS = 500;

// More specific rules come first: "show the tree" is not a request to show a file.
const RULES: readonly IntentRule[] = [
  readGreeting,
  readOverview,
  readReplace,
  readChange,
  readTree,
  readList,
  readShow,
  readFindFiles,
  readSearch,
  readUses,
  readAboutName,
];

/** What a person wants. A request that matches no rule is a question. */
export function readIntent(request: string): Intent {
  const text = stripPoliteness(request.slice(0, MAX_REQUEST_CHARS).replace(/\s+/g, ' '));
  for (const rule of RULES) {
    const intent = rule(text);
    if (intent !== undefined) return intent;
  }
  return { kind: 'question' };
}
