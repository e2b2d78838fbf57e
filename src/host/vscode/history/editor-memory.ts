import type { MemoryFromView } from '../../../actors/protocol/ui-memory.js';
import type { MemoryDesk, MemoryDeskOptions } from './memory-desk.js';

/** What the view asks of chats and moments. The code is loaded with the first of its messages. */
export class EditorMemory {
  readonly #options: MemoryDeskOptions;
  #loading: Promise<MemoryDesk> | undefined;
  #desk: MemoryDesk | undefined;
  #isDisposed = false;

  constructor(options: MemoryDeskOptions) {
    this.#options = options;
  }

  /** Called when something goes on in a chat. */
  changed(): void {
    this.#desk?.changed();
  }

  /** Does what a message asks for. Failures go to `onFailure`. */
  async handle(message: MemoryFromView): Promise<void> {
    this.#loading ??= this.#load();
    await (await this.#loading).handle(message);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#desk?.dispose();
  }

  async #load(): Promise<MemoryDesk> {
    const { MemoryDesk } = await import('./memory-desk.js');
    const desk = new MemoryDesk(this.#options);
    this.#desk = desk;
    if (this.#isDisposed) desk.dispose();
    return desk;
  }
}
