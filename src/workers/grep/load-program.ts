// Node provides this global, but `@types/node` does not declare it.
declare const WebAssembly: {
  readonly Memory: new (size: { readonly initial: number }) => { readonly buffer: ArrayBuffer };
  readonly Module: new (code: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: unknown };
};

export const PAGE_BYTES = 1 << 16;

/** A WebAssembly program and the memory it works on. */
interface LoadedProgram<Exports> {
  readonly program: Exports;
  readonly memory: ArrayBuffer;
}

/**
 * Loads a program that imports its memory as `memory.bytes`. Returns `null` for `null`, and where it cannot run: on a
 * processor without SIMD instructions, or in a Node started with WebAssembly disabled.
 */
export function loadProgram<Exports>(code: Uint8Array | null, bytes: number): LoadedProgram<Exports> | null {
  if (code === null) return null;
  try {
    const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE_BYTES) });
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(code), { memory: { bytes: memory } });
    return { program: exports as Exports, memory: memory.buffer };
  } catch {
    return null;
  }
}
