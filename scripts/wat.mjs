// WebAssembly is written as text, and compiled wherever sources are bundled or run.
import { readFileSync } from 'node:fs';
import wabt from 'wabt';

/** A module that exports the bytes of the WebAssembly module in a file. */
async function compile(path) {
  const tools = await wabt();
  const module = tools.parseWat(path, readFileSync(path, 'utf8'));
  try {
    module.validate();
    return `export default Uint8Array.of(${module.toBinary({}).buffer.join()});`;
  } finally {
    module.destroy();
  }
}

/** For esbuild. */
export const wat = {
  name: 'WebAssembly as text',
  setup(building) {
    building.onLoad({ filter: /\.wat$/ }, async ({ path }) => ({ contents: await compile(path) }));
  },
};

/** For vite, which runs the tests, and rolldown. */
export const watInVite = {
  name: wat.name,
  load: (id) => (id.endsWith('.wat') ? compile(id) : undefined),
};
