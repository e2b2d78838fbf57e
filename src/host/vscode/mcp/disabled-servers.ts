import type { Memento } from 'vscode';
import { readArray } from '../../../actors/protocol/json/json-shape.js';

// The key in both states of the editor.
const KEY = 'troupe.disabledServers';

type State = Pick<Memento, 'get' | 'update'>;

/** The servers that the person has turned off, by name: in this workspace, or in every one. */
export class DisabledServers {
  readonly #states: Readonly<Record<'here' | 'everywhere', State>>;

  /** `here`: the state of the workspace; `everywhere`: that of all windows. */
  constructor(here: State, everywhere: State) {
    this.#states = { here, everywhere };
  }

  has(name: string): boolean {
    return this.#read('here').includes(name) || this.#read('everywhere').includes(name);
  }

  /** Turning a server on does so in both places. */
  async set(name: string, place: 'here' | 'everywhere', isDisabled: boolean): Promise<void> {
    if (isDisabled) {
      await this.#states[place].update(KEY, [...new Set([...this.#read(place), name])]);
      return;
    }
    for (const one of ['here', 'everywhere'] as const)
      await this.#states[one].update(
        KEY,
        this.#read(one).filter((other) => other !== name),
      );
  }

  #read(place: 'here' | 'everywhere'): readonly string[] {
    return readArray(this.#states[place].get(KEY)).filter((name) => typeof name === 'string');
  }
}
