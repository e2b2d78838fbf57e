import { join } from 'node:path';
import type { LLMMessage } from '../../../src/actors/protocol/llm.js';
import { ToolRegistry } from '../../../src/actors/tools/calls/registry.js';
import { createReadFileTool } from '../../../src/actors/tools/files/read-file.js';
import { type AgentEngineOptions } from '../../../src/host/engine/agent-engine.js';
import {
  composeInstructions,
  type Instructions,
} from '../../../src/host/instructions/compose-instructions.js';
import type { InstructionsOptions } from '../../../src/host/instructions/instructions-options.js';
import { listFilesBelow } from '../../../src/host/node/instructions/list-files-below.js';
import { makeToolWorld, type ToolWorld } from '../../actors/tools/tool-world.js';
import { makeEngine } from '../../doubles/make-engine.js';
import type { PlayedModel, PlayedTurn } from '../../doubles/played-model.js';
import { writeFiles } from '../../doubles/temp-dir.js';

/** A workspace `app` and a folder `own` of the person, with a model that reads files and skills. */
export interface InstructionsWorld extends ToolWorld {
  readonly ownFolder: string;
  readonly instructions: Instructions;
  /** An engine whose model replies with these turns. */
  engine(
    turns: readonly PlayedTurn[] | PlayedModel,
    options?: Partial<AgentEngineOptions>,
  ): ReturnType<typeof makeEngine>;
}

export async function makeInstructionsWorld(
  app: Readonly<Record<string, string>>,
  own: Readonly<Record<string, string>> = {},
  options: InstructionsOptions = {},
): Promise<InstructionsWorld> {
  const world = makeToolWorld({ app });
  const ownFolder = join(world.base, 'own');
  writeFiles(ownFolder, { '.keep': '', ...own });
  const tools = new ToolRegistry();
  tools.register(createReadFileTool(world.deps));
  const instructions = composeInstructions(
    { ownFolder, ...options },
    { ...world.deps, roots: world.roots, list: listFilesBelow, tools },
  );
  await instructions.offerSkills();
  return {
    ...world,
    ownFolder,
    instructions,
    engine: (turns, engineOptions) =>
      makeEngine(turns, [], {
        tools,
        roots: world.roots,
        instructions: instructions.reader,
        ...engineOptions,
      }),
  };
}

/** The messages of a request without the system prompt. */
export function conversationOf(model: PlayedModel, request: number): readonly LLMMessage[] {
  return model.requests[request]?.messages.filter(({ role }) => role !== 'system') ?? [];
}

/** What the person and Troupe say to the model in a request, as one text. */
export function toldIn(model: PlayedModel, request: number): string {
  return conversationOf(model, request)
    .filter(({ role }) => role === 'user')
    .map(({ content }) => content)
    .join('\n');
}
