import { basename } from 'node:path';
import { type Disposable, type Memento, workspace } from 'vscode';
import type { AttachmentRef } from '../../../actors/protocol/attachment.js';
import type { EditorContent, MentionOffer } from '../../../actors/protocol/ui.js';
import { activeSelection, countProblems, findSelection } from './editor-attachments.js';
import { countChanges, readChanges } from './git-changes.js';
import { RecentFiles } from './recent-files.js';
import { TerminalOutputs } from './terminal-outputs.js';
import { ATTACH_TEXTS } from '../words/editor-words.js';

/** What the editor has to attach at the moment: open and recent files, the selection, problems, a terminal, changes. */
export class EditorOffers implements Disposable {
  readonly #recent: RecentFiles;
  readonly #terminals = new TerminalOutputs();

  /** `onActiveFile` is called when another editor is active. */
  constructor(state: Memento, onActiveFile: () => void) {
    this.#recent = new RecentFiles(state, onActiveFile);
  }

  /** What can be attached now; contents are read when they are chosen. */
  list(): readonly MentionOffer[] {
    const files = this.#recent.list().map((file): MentionOffer => {
      return { kind: 'file', ...file, shown: workspace.asRelativePath(file.path) };
    });
    return [...files, ...this.#listContents(), { kind: 'symbols' }];
  }

  /** Errors: the reason why there is nothing to attach. */
  async read(content: EditorContent): Promise<AttachmentRef> {
    switch (content) {
      case 'selection':
        return activeSelection();
      case 'problems':
        return { kind: 'diagnostics' };
      case 'terminal':
        return this.#terminals.read();
      default:
        return readChanges();
    }
  }

  dispose(): void {
    this.#recent.dispose();
    this.#terminals.dispose();
  }

  #listContents(): readonly MentionOffer[] {
    const offers: MentionOffer[] = [];
    const offer = (content: EditorContent, detail: string): void => {
      offers.push({ kind: 'content', content, detail });
    };
    const selection = findSelection();
    if (selection !== undefined) {
      const { startLine, endLine } = selection.range;
      const name = basename(selection.path);
      offer(
        'selection',
        startLine === endLine
          ? ATTACH_TEXTS.lineOf(startLine, name)
          : ATTACH_TEXTS.linesOf(startLine, endLine, name),
      );
    }
    const problems = countProblems();
    if (problems > 0) offer('problems', ATTACH_TEXTS.problems(problems));
    const { command } = this.#terminals;
    if (command !== undefined) offer('terminal', command);
    const changes = countChanges();
    if (changes > 0) offer('changes', ATTACH_TEXTS.changes(changes));
    return offers;
  }
}
