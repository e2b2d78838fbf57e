/** What the sandbox kept a command from. */
export type SandboxRefusal = 'write' | 'network' | 'hidden';
