/** Why a command failed in the looking world. */
export type SandboxRefusal = 'write' | 'network' | 'hidden';
