import type { Disposable } from 'vscode';
import type { ViewStatus } from '../../../actors/protocol/ui.js';
import { systemClock, within } from '../../../actors/runtime/clock.js';
import type { EditorServers } from './editor-servers.js';

// A server that is installed is ready within a second or two; one that takes longer offers its tools from the next
// message on. Units: milliseconds.
const MAX_WAIT_MS = 5_000;

/** The servers of the host that is open, for those who are there before it. */
export class ToolServers implements Disposable {
  /** Must be called when `summary` may be another one. */
  readonly changed: () => void;
  #open: EditorServers | undefined;

  constructor(onChange: () => void) {
    this.changed = onChange;
  }

  /** Takes those of a new host; `undefined` when it has none. */
  take(servers: EditorServers | undefined): void {
    this.#open?.dispose();
    this.#open = servers;
    this.changed();
  }

  /** Those of the host that is open. */
  get current(): EditorServers | undefined {
    return this.#open;
  }

  /** What the chat says of them. */
  get summary(): Pick<ViewStatus, 'toolServers'> {
    return this.#open?.desk.summary ?? {};
  }

  /** Resolves to `value` when all servers have started, or after a moment: a turn begins with the tools that there are. */
  async afterStart<Value>(value: Value): Promise<Value> {
    if (this.#open !== undefined) await within(systemClock, MAX_WAIT_MS, this.#open.desk.ready);
    this.#open?.offerEditorTools();
    return value;
  }

  dispose(): void {
    this.#open?.dispose();
    this.#open = undefined;
  }
}
