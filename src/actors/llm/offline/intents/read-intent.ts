import { readList, readTree } from './directory-rules.js';
import { readFindFiles } from './find-files-rule.js';
import type { Intent, IntentRule } from './intent.js';
import { stripPoliteness } from './polite.js';
import { readReplace } from './replace-rule.js';
import { readAboutName, readSearch, readUses } from './search-rules.js';
import { readShow } from './show-rule.js';
import { readChange, readGreeting, readOverview } from './talk-rules.js';

// People say what they want first; what follows that many characters is what they pasted.
const MAX_REQUEST_CHARS = 500;

// The more particular first: "show the tree" is no request to show a file.
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

/** What a person wants. What no rule knows is a question. */
export function readIntent(request: string): Intent {
  const text = stripPoliteness(request.slice(0, MAX_REQUEST_CHARS).replace(/\s+/g, ' '));
  for (const rule of RULES) {
    const intent = rule(text);
    if (intent !== undefined) return intent;
  }
  return { kind: 'question' };
}
