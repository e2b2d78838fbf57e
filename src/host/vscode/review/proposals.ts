import { basename } from 'node:path';
import { commands, Disposable, Uri, ViewColumn, window, workspace } from 'vscode';
import type { BodyOf } from '../../../actors/protocol/thread.js';
import type { CallPreview } from '../../../actors/protocol/tool.js';
import { systemClock } from '../../../actors/runtime/clock.js';
import { type FilePatch, readUnifiedDiff } from '../../markdown/read-unified-diff.js';
import { applyFilePatch } from './apply-file-patch.js';
import { OwnTabs } from './own-tabs.js';
import { ShownTexts } from './shown-texts.js';
import { CHANGE_TEXTS } from '../words/command-words.js';

export type Question = Pick<BodyOf<'approval_asked'>, 'callId' | 'preview'>;

type DiffPreview = Extract<CallPreview, { kind: 'diff' }>;

// Nobody has read a change sooner: a key in that time was meant for something else.
const READING_MS = 500;

const SCHEME = 'troupe-proposed';
// The buttons in the title are enabled while it is true.
const READABLE_KEY = 'troupe.isProposalReadable';
const TITLE = CHANGE_TEXTS.proposedTitle;

export interface ProposalsOptions {
  /** Whether a diff opens by itself. */
  readonly isOpened: () => boolean;
  readonly answer: (callId: string, decision: 'approve' | 'deny') => void;
  /** Whether the chat has the focus. */
  readonly isChatFocused: () => boolean;
  /** Gives the focus to the chat. */
  readonly focusChat: () => PromiseLike<unknown>;
  readonly onProblem: (what: string, error: unknown) => void;
}

/** A file as it is and as it would be; `undefined`: there is none. */
interface Side {
  readonly path: string;
  readonly original: Uri | undefined;
  readonly modified: Uri | undefined;
}

/**
 * Shows the change that a question is about in a diff editor, with Accept and Reject in its title. It is computed from
 * the diff of the question, which is what the answer holds for: a change that is not exactly for the text that the
 * editor has is not shown there.
 * Source: SPEC T11.
 */
export class Proposals {
  readonly #options: ProposalsOptions;
  readonly #texts = new ShownTexts(SCHEME);
  /** The call whose diff has been open long enough to be answered. */
  #readable: string | undefined;
  #cancelReading = (): void => undefined;
  readonly #tabs = new OwnTabs({
    scheme: SCHEME,
    title: TITLE,
    key: 'troupe.isProposalShown',
    isKeyed: () => this.#readable !== undefined,
  });
  readonly #scope: Disposable;
  #question: (Question & { readonly preview: DiffPreview }) | undefined;
  /** Whether the chat had the focus when the diff was opened, which gets it back. */
  #isFromChat = false;
  /** Opening and closing, one after the other. Never rejects. */
  #work: Promise<unknown> = Promise.resolve();

  constructor(options: ProposalsOptions) {
    this.#options = options;
    const answer = (decision: 'approve' | 'deny') => (): void => {
      const callId = this.#question?.callId;
      // A key that is held down answers one question, not also the next, which nobody has seen yet.
      if (callId === undefined || callId !== this.#readable) return;
      this.#hide();
      options.answer(callId, decision);
      if (this.#isFromChat && this.#tabs.isInFront) void options.focusChat();
    };
    this.#scope = Disposable.from(
      this.#texts,
      this.#tabs,
      commands.registerCommand('troupe.acceptProposal', answer('approve')),
      commands.registerCommand('troupe.rejectProposal', answer('deny')),
    );
    // The editor opens its tabs again after a reload, when nothing waits any more.
    this.#inOrder('A diff could not be closed', () => this.#close());
  }

  /** Shows the first question about a diff, if the settings allow it, and closes what belongs to others. */
  ask(questions: readonly Question[]): void {
    const next = questions.find((one) => one.preview?.kind === 'diff');
    if (next?.callId === this.#question?.callId) return;
    this.#question = next?.preview?.kind === 'diff' ? { ...next, preview: next.preview } : undefined;
    this.#hide();
    const isOpened = this.#options.isOpened();
    this.#inOrder('The diff could not be opened', async () => {
      await this.#close();
      if (next !== undefined && this.#question?.callId === next.callId && isOpened)
        await this.#open(next.callId, true);
    });
  }

  /** Opens the diff of a question that waits, with the focus in it. Errors: that it cannot be shown. */
  async open(callId: string): Promise<void> {
    await this.#work;
    if (await this.#open(callId, false)) return;
    throw new Error(CHANGE_TEXTS.notProposed);
  }

  dispose(): void {
    this.#question = undefined;
    this.#cancelReading();
    this.#scope.dispose();
  }

  /**
   * Resolves to whether there is an editor. `isQuiet`: whoever types goes on doing so where they are, and their editor stays
   * in sight.
   */
  async #open(callId: string, isQuiet: boolean): Promise<boolean> {
    const question = this.#question;
    if (question?.callId !== callId) return false;
    const isFromChat = this.#options.isChatFocused();
    const isBeside = isQuiet && !isFromChat && window.tabGroups.activeTabGroup.activeTab !== undefined;
    const sides = await this.#listSides(question);
    const [first] = sides ?? [];
    if (sides === undefined || first === undefined || this.#question !== question) return false;
    if (sides.length === 1) {
      const empty = this.#texts.set(first.path, `${callId} nothing`, '');
      const title = CHANGE_TEXTS.proposedTitleOf(basename(first.path));
      const viewColumn = isBeside ? { viewColumn: ViewColumn.Beside } : {};
      const options = { preview: true, preserveFocus: isQuiet, ...viewColumn };
      const { original = empty, modified = empty } = first;
      await commands.executeCommand('vscode.diff', original, modified, title, options);
    } else {
      // This command takes the focus in any case, and the group of the editor that has it.
      if (isBeside) return false;
      const list = sides.map(({ path, original, modified }) => [Uri.file(path), original, modified]);
      await commands.executeCommand('vscode.changes', TITLE, list);
      if (isQuiet) await this.#options.focusChat();
    }
    if (this.#question !== question) return true;
    this.#isFromChat = isFromChat;
    this.#cancelReading();
    this.#cancelReading = systemClock.after(READING_MS, () => {
      this.#setReadable(callId);
    });
    return true;
  }

  /** `undefined` when the change of a file cannot be computed. */
  async #listSides({ callId, preview }: Question & { preview: DiffPreview }): Promise<Side[] | undefined> {
    const sides: Side[] = [];
    for (const patch of readUnifiedDiff(preview.diff) ?? []) {
      const side = await this.#toSide(callId, patch, preview.files ?? []);
      if (side === undefined) return undefined;
      sides.push(side);
    }
    return sides;
  }

  async #toSide(
    callId: string,
    patch: FilePatch,
    files: NonNullable<DiffPreview['files']>,
  ): Promise<Side | undefined> {
    const { oldPath, newPath } = patch;
    const pathOf = (shown: string | undefined): string | undefined =>
      files.find((file) => file.shown === shown)?.absolute;
    const [from, to] = [pathOf(oldPath), pathOf(newPath)];
    const path = to ?? from;
    if (path === undefined || (oldPath !== undefined && from === undefined)) return undefined;
    let before = '';
    if (from !== undefined) {
      const document = await workspace.openTextDocument(Uri.file(from)).then(undefined, () => undefined);
      if (document === undefined) return undefined;
      before = document.getText();
    }
    const after = applyFilePatch(before, patch);
    if (after === undefined) return undefined;
    const original = from === undefined ? undefined : Uri.file(from);
    return { path, original, modified: to === undefined ? undefined : this.#texts.set(to, callId, after) };
  }

  #hide(): void {
    this.#cancelReading();
    this.#setReadable(undefined);
  }

  #setReadable(callId: string | undefined): void {
    this.#readable = callId;
    void commands.executeCommand('setContext', READABLE_KEY, callId !== undefined);
    this.#tabs.look();
  }

  async #close(): Promise<void> {
    await this.#tabs.close();
    this.#texts.clear();
  }

  #inOrder(what: string, work: () => Promise<unknown>): void {
    this.#work = this.#work.then(work).catch((error: unknown) => {
      this.#options.onProblem(what, error);
    });
  }
}
