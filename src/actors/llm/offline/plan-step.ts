import { planFindFiles } from './find-files-plan.js';
import { type Intent, readIntent } from './intent.js';
import { planQuestion } from './question-plan.js';
import { planReplace } from './replace-plan.js';
import { planSearch } from './search-plan.js';
import { planShow } from './show-plan.js';
import { answer, modestAnswer, type OfflineStep } from './offline-step.js';
import type { OfflineTurn } from './offline-turn.js';
import { code, NO_CHANGES_HERE, SELF } from './wording.js';

/**
 * Plans the next step, as a pure function of the person's request, the findings so far and the offered tools. A plan
 * looks once more only where a finding is missing, so that it always ends with an answer.
 */
export function planStep(turn: OfflineTurn, offered: ReadonlySet<string>): OfflineStep {
  const intent = readIntent(turn.request);
  if (intent.kind === 'greet') return modestAnswer(GREETING);
  if (intent.kind === 'change') return answer(NO_CHANGES);
  if (intent.kind === 'replace' && !offered.has('edit_file')) return answer(NO_CHANGES_HERE);
  if (offered.size === 0) return modestAnswer(NO_TOOLS);
  const step = plan(turn, intent);
  if (step.kind === 'look') {
    if (offered.has(step.call.tool)) return step;
    return answer(`For that I would need ${code(step.call.tool)}, which I was not given here. ${SELF}`);
  }
  // A tool that said nothing leaves nothing to say.
  return step.text.trim() === '' ? modestAnswer(`I looked and have no answer. ${SELF}`) : step;
}

const GREETING = `${SELF} I can

- find files by their name: "find *.test.ts", "where is package.json?"
- search their contents: "search for TODO", "where is callModel defined?"
- show them: "show README.md", "show src/main.ts:10-40", "list src"
- replace a text in one file: "replace foo with bar in src/main.ts"
- look for the places that say most about a question: "How does the index restart?"

I cannot hold a conversation.`;

const NO_CHANGES = `I cannot do that; nothing was touched. The one change that I can make is like "replace foo with bar in src/main.ts"; else I can find, search and show. ${SELF}`;

const NO_TOOLS = `I can only answer by looking at files, and in this mode I have no tools for that: use the mode gather or agent. ${SELF}`;

function plan(turn: OfflineTurn, intent: Exclude<Intent, { kind: 'greet' | 'change' }>): OfflineStep {
  switch (intent.kind) {
    case 'replace':
      return planReplace(turn, intent);
    case 'show':
      return planShow(turn, intent);
    case 'findFiles':
      return planFindFiles(turn, intent.query);
    case 'search':
      return planSearch(turn, intent);
    default:
      return planQuestion(turn);
  }
}
