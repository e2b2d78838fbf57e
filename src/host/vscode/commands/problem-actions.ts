import {
  CodeAction,
  type CodeActionContext,
  CodeActionKind,
  type CodeActionProvider,
  type Disposable,
  languages,
  type Range,
  type TextDocument,
} from 'vscode';
import type { ProblemsAt } from './editor-requests.js';
import { PROBLEM_TEXTS } from '../words/editor-words.js';

/** Offers "Fix with Troupe" and "Explain with Troupe" where the editor knows of a problem. */
export function registerProblemActions(): Disposable {
  const provider: CodeActionProvider = {
    provideCodeActions(document: TextDocument, _range: Range, context: CodeActionContext) {
      if (context.diagnostics.length === 0) return [];
      const at: ProblemsAt = { uri: document.uri, diagnostics: context.diagnostics };
      return [
        [PROBLEM_TEXTS.fix, 'troupe.fixProblems'] as const,
        [PROBLEM_TEXTS.explain, 'troupe.explainProblems'] as const,
      ].map(([title, command]) => {
        const action = new CodeAction(title, CodeActionKind.QuickFix);
        action.command = { title, command, arguments: [at] };
        action.diagnostics = [...context.diagnostics];
        return action;
      });
    },
  };
  return languages.registerCodeActionsProvider({ scheme: 'file' }, provider, {
    providedCodeActionKinds: [CodeActionKind.QuickFix],
  });
}
