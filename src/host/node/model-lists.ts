import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { parseRecord, readArray } from '../../actors/protocol/json/json-shape.js';
import { omitUndefined } from '../../actors/protocol/json/omit-undefined.js';
import type { ListedModel, LLMConfig } from '../../actors/protocol/llm.js';
import { modelInfo } from '../providers/model-info.js';
import { findCacheFolder } from './find-cache-folder.js';
import { replaceFile } from './replace-file.js';

// The form in which a model of a list is kept.
const listedModel = modelInfo.extend({
  id: z.string(),
  title: z.string().optional(),
  largestWindow: modelInfo.shape.contextWindow,
});

type Server = Pick<LLMConfig, 'provider' | 'api' | 'baseUrl'>;

// Tells servers apart. Units: hexadecimal digits.
const NAME_LENGTH = 32;

/**
 * What servers said of their models when they were last asked, in the person's cache folder: one file for each server, so
 * that a turn that begins reads one that is short. Where nothing can be written, it holds as long as this object.
 */
export class ModelLists {
  readonly #folder: string | undefined;
  /** Lists that could not be written, by the names of their servers. */
  readonly #unwritten = new Map<string, readonly ListedModel[]>();

  /** `folder`: absent where nothing is kept. */
  constructor(folder: string | null = findCacheFolder()) {
    this.#folder = folder === null ? undefined : join(folder, 'models');
  }

  /** The list of a server; empty when none was kept. Never rejects. */
  async read(server: Server): Promise<readonly ListedModel[]> {
    const unwritten = this.#unwritten.get(nameServer(server));
    if (unwritten !== undefined) return unwritten;
    const path = this.#pathOf(server);
    const kept = path === undefined ? undefined : parseRecord(await readFile(path, 'utf8').catch(() => ''));
    return kept?.server === nameServer(server) ? readArray(kept.models).filter(isListedModel) : [];
  }

  /** Keeps the list of a server. Never rejects. */
  async write(server: Server, models: readonly ListedModel[]): Promise<void> {
    const name = nameServer(server);
    const path = this.#pathOf(server);
    const isWritten =
      path !== undefined &&
      (await replaceFile(path, JSON.stringify({ server: name, models })).then(
        () => true,
        () => false,
      ));
    if (isWritten) this.#unwritten.delete(name);
    else this.#unwritten.set(name, models);
  }

  /** The same model, and its fallback, with what their servers said of them last. Never rejects. */
  async addTo(config: LLMConfig): Promise<LLMConfig> {
    const kept = await this.read(config);
    const listed = kept.find(({ id }) => id === config.model);
    const fallback = config.fallback && (await this.addTo(config.fallback));
    return {
      ...config,
      ...omitUndefined({ listed, fallback }),
    };
  }

  #pathOf(server: Server): string | undefined {
    if (this.#folder === undefined) return undefined;
    const name = createHash('sha256').update(nameServer(server)).digest('hex').slice(0, NAME_LENGTH);
    return join(this.#folder, `${name}.json`);
  }
}

/** The API and the address, whatever the provider is called: what a server offers does not depend on that. */
function nameServer({ provider, api = provider, baseUrl = '' }: Server): string {
  return `${api} ${baseUrl}`;
}

function isListedModel(value: unknown): value is ListedModel {
  return listedModel.safeParse(value).success;
}
