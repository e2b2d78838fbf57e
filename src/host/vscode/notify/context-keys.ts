import { commands } from 'vscode';
import type { ChatActivity } from '../chat/chat.js';

/** Keeps the keys of `when` clauses up to date: `troupe.isRunning` and `troupe.isAsking`. */
export class ContextKeys {
  readonly #known = new Map<string, boolean>();

  update({ isRunning, questions }: ChatActivity): void {
    this.#set('troupe.isRunning', isRunning);
    this.#set('troupe.isAsking', questions.length > 0);
  }

  #set(key: string, value: boolean): void {
    if (this.#known.get(key) === value) return;
    this.#known.set(key, value);
    void commands.executeCommand('setContext', key, value);
  }
}
