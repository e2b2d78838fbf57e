/** What the sandbox kept a command from. `uncovered`: from writing where nothing could be restored afterwards. */
export type SandboxRefusal = 'write' | 'network' | 'hidden' | 'uncovered';
