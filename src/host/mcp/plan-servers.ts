import { omitUndefined } from '../../actors/protocol/json/omit-undefined.js';
import type { McpServerDefinition } from '../../actors/protocol/mcp.js';
import type { McpFile } from '../node/mcp/find-mcp-files.js';
import { digestDefinition } from './digest-definition.js';
import type { McpServerPlan } from './mcp-server.js';
import { readDefinitions } from './read-definitions.js';

/** The servers that files and a program define, and what is wrong with the files. */
export interface McpPlan {
  readonly servers: readonly McpServerPlan[];
  /** Sentences that begin with the path of the file. */
  readonly problems: readonly string[];
}

/**
 * Which servers may start. Of several with one name the first counts: those of the program, then the person's own, then
 * those of the workspace, which start only if the person has approved exactly this definition in this file. One that
 * `isDisabled` does not start in any case.
 */
export function planServers(
  given: readonly McpServerDefinition[],
  files: readonly McpFile[],
  approved: ReadonlySet<string>,
  isDisabled: (server: string) => boolean = () => false,
): McpPlan {
  const servers = new Map<string, McpServerPlan>();
  const problems: string[] = [];
  for (const definition of given)
    servers.set(definition.name, {
      definition,
      digest: digestDefinition(definition, ''),
      ...(isDisabled(definition.name) ? { hindrance: DISABLED } : {}),
    });
  for (const { path, root, text, problem } of files) {
    if (problem !== undefined) problems.push(`${path}: ${problem}`);
    const content = readDefinitions(text ?? '{}');
    problems.push(...content.problems.map((found) => `${path}: ${found}`));
    for (const definition of content.servers) {
      const { name } = definition;
      const earlier = servers.get(name);
      if (earlier !== undefined) {
        problems.push(
          `${path}: The server "${name}" is defined in ${earlier.source ?? 'the program'} already.`,
        );
        continue;
      }
      const digest = digestDefinition(definition, path);
      const isApproved = root === undefined || approved.has(digest);
      const hindrance = isDisabled(name) ? DISABLED : isApproved ? undefined : UNAPPROVED;
      servers.set(name, {
        definition,
        digest,
        source: path,
        inputs: content.inputs,
        ...omitUndefined({ hindrance }),
      });
    }
  }
  return { servers: [...servers.values()], problems };
}

type Hindrance = NonNullable<McpServerPlan['hindrance']>;

const DISABLED: Hindrance = { state: 'disabled', reason: 'You have turned it off.' };

const UNAPPROVED: Hindrance = {
  state: 'unapproved',
  reason:
    'It runs with your permissions, and is not defined in your own file: it starts once you have approved this definition.',
};
