import type { AttachmentRef } from './attachment.js';

/** How an MCP server is started or reached. Values may hold `${…}` variables. */
export type McpTransport =
  | {
      readonly kind: 'stdio';
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
      /** Default: the first root. */
      readonly cwd?: string;
    }
  /** `sse`: the transport of 2024-11-05. `http`: the streamable one, and `sse` for a server that does not know it. */
  | {
      readonly kind: 'http' | 'sse';
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
      /** What this program is to the authorization server. Default: it registers itself. */
      readonly oauth?: McpClientIdentity;
      /** Whether `http:` may be used to reach another machine, where others can read along. Default: no. */
      readonly allowsPlainHttp?: boolean;
    };

/** A client that an authorization server knows already: by its id, or by the https address of its description. */
export interface McpClientIdentity {
  readonly id?: string;
  readonly secret?: string;
  readonly metadataUrl?: string;
}

/** An MCP server as a file or a program defines it. Source: SPEC X. */
export interface McpServerDefinition {
  /** 1 to 40 letters, digits, `_` or `-`: rules and the names of its tools contain it. */
  readonly name: string;
  readonly transport: McpTransport;
  /** Whether it runs in the sandbox, and with the network or without it. Default: it runs without a sandbox. */
  readonly sandbox?: { readonly network: boolean };
  /** Longest silence of a call. Units: milliseconds. Default: 120,000. */
  readonly timeoutMs?: number;
}

/** What a server lists, and may change at any time. */
export type McpList = 'tools' | 'prompts' | 'resources';

/** A prompt of a server: a text that a person sends as a command, with arguments. */
export interface McpPromptInfo {
  /** As the server spells it. */
  readonly name: string;
  /** What it is for, as a phrase; may be empty. */
  readonly description: string;
  readonly arguments: readonly McpPromptArgument[];
}

/** An argument of a prompt, which is always a text. */
export interface McpPromptArgument {
  readonly name: string;
  readonly description: string;
  readonly isRequired: boolean;
}

/** A prompt with its arguments as a message of the person: its text, and what goes along. */
export interface McpPromptMessage {
  readonly text: string;
  readonly attachments: readonly AttachmentRef[];
}

/** A resource of a server: something that can be read and attached to a message. */
export interface McpResourceInfo {
  readonly uri: string;
  /** What a person calls it. */
  readonly name: string;
}

/** What a server has listed last besides its tools, without secrets. Everything in it is the word of a stranger. */
export interface McpOffers {
  readonly prompts: readonly McpPromptInfo[];
  readonly resources: readonly McpResourceInfo[];
}

/**
 * The state of a server.
 * - `unapproved`: a workspace defines it, and the person has not approved that definition.
 * - `blocked`: its definition cannot be used, as `reason` says.
 * - `disabled`: the person has turned it off.
 * - `failed`: it ended each time that it was started, or needs what only a person can give, as `reason` says.
 */
export type McpServerState =
  | 'unapproved'
  | 'blocked'
  | 'disabled'
  | 'starting'
  | 'ready'
  | 'restarting'
  | 'failed'
  | 'stopped';

/** A server for a person: its state, and what it offers. */
export interface McpServerStatus {
  readonly name: string;
  readonly state: McpServerState;
  /** Why it is in that state, as sentences without any secret. Default: nothing is wrong. */
  readonly reason?: string;
  /** The file that defines it. Default: the program. */
  readonly source?: string;
  /** The digest that an approval names. */
  readonly digest: string;
  /** The protocol revision, such as `2026-07-28`. Default: it is not connected. */
  readonly revision?: string;
  /** The names of all its tools, as the server spells them. */
  readonly tools: readonly string[];
  /** Whether models search for its tools instead of having all of them listed. */
  readonly isLazy: boolean;
  /** How often it was started again. */
  readonly restarts: number;
}

/** A line of a server's log: what it wrote, or what happened to it. Never holds a secret of its definition. */
export interface McpLogLine {
  /** Units: milliseconds since 1970. */
  readonly atMs: number;
  readonly from: 'server' | 'troupe';
  readonly text: string;
}

/** A tool as a server lists it. Everything in it is the word of a stranger. */
export interface McpToolInfo {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: unknown;
}

/** A question of a server to the person. `url`: it wants a page to be opened, and nothing is sent to it. */
export type McpQuestion =
  | {
      readonly kind: 'form';
      readonly server: string;
      readonly message: string;
      /** A flat JSON Schema object. */
      readonly schema: Readonly<Record<string, unknown>>;
      /** Whether a field seems to ask for a password or a key, which servers must not do. */
      readonly seemsToAskForSecret: boolean;
    }
  | { readonly kind: 'url'; readonly server: string; readonly message: string; readonly url: string };

/** The person's answer. `content` is for an accepted form. */
export interface McpAnswer {
  readonly action: 'accept' | 'decline' | 'cancel';
  readonly content?: Readonly<Record<string, string | number | boolean | string[]>>;
}
