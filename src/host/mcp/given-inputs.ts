import { omitUndefined } from '../../actors/protocol/json/omit-undefined.js';
import type { McpPerson } from './mcp-options.js';
import type { DefinedServer } from './server-ports.js';

/** The values that the person has given for `${input:id}`: each is asked for until there is one. */
export class GivenInputs {
  readonly #ask: McpPerson['input'];
  /** By source, as another file may mean something else by the same id. */
  readonly #given = new Map<string, Map<string, Promise<string | undefined>>>();

  constructor({ input }: Pick<McpPerson, 'input'>) {
    this.#ask = input;
  }

  async get({ definition, source, inputs = [] }: DefinedServer, id: string): Promise<string | undefined> {
    const ofSource = this.#given.get(source ?? '') ?? new Map<string, Promise<string | undefined>>();
    this.#given.set(source ?? '', ofSource);
    const found = inputs.find((one) => one.id === id) ?? { id, description: id, isPassword: true };
    const question = { ...found, server: definition.name, ...omitUndefined({ source }) };
    const asked = ofSource.get(id) ?? Promise.resolve(this.#ask?.(question));
    ofSource.set(id, asked);
    const value = await asked;
    if (value === undefined) ofSource.delete(id);
    return value;
  }

  /** Forgets all that was given for a server's source. */
  forget({ source }: DefinedServer): void {
    this.#given.delete(source ?? '');
  }
}
