import type { ConnectOptions } from '../../actors/mcp/client/connect-server.js';
import type { McpConnection } from '../../actors/mcp/client/mcp-connection.js';
import type { McpAnswer, McpQuestion, McpServerDefinition } from '../../actors/protocol/mcp.js';
import type { SignIn } from '../../actors/mcp/client/sign-in.js';
import type { Clock } from '../../actors/runtime/clock.js';
import type { ServerProcess } from '../node/mcp/server-process.js';
import type { ExpandedDefinition } from './expand-variables.js';
import type { McpInput } from './read-definitions.js';

/** A definition, and where it stands. */
export interface DefinedServer {
  readonly definition: McpServerDefinition;
  /** The file or source that holds it. Default: the program. */
  readonly source?: string;
  /** The values that its source asks the person for. Default: none. */
  readonly inputs?: readonly McpInput[];
}

/** What a server needs of the world. */
export interface McpServerPorts {
  readonly clock: Clock;
  readonly roots: readonly string[];
  readonly version: string;
  readonly connect: (options: ConnectOptions) => Promise<McpConnection>;
  readonly describeFailure: (thrown: unknown) => string;
  readonly start: (definition: McpServerDefinition) => Promise<ServerProcess>;
  readonly expand: (server: DefinedServer) => Promise<ExpandedDefinition>;
  /** Who signs in at a server with an address, and what learns of its tokens. Its variables are replaced. */
  readonly signIn: (
    definition: McpServerDefinition,
    learnSecrets: (secrets: readonly string[]) => void,
  ) => SignIn | undefined;
  /** Forgets the tokens of a server with an address, and the values that the person has given for its source. */
  readonly forget: (server: DefinedServer) => Promise<void>;
  readonly ask: (question: McpQuestion, signal: AbortSignal) => Promise<McpAnswer>;
}
