// WebAssembly is written as text, and compiled wherever sources are bundled or run.
import { readFileSync } from 'node:fs';
import wabt from 'wabt';

async function compile(path) {
  const { parseWat } = await wabt();
  const module = parseWat(path, readFileSync(path, 'utf8'));
  try {
    module.validate();
    return module.toBinary({}).buffer;
  } finally {
    module.destroy();
  }
}

/** For esbuild: importing a `.wat` file gives its bytes. */
export const wat = {
  name: 'WebAssembly as text',
  setup(building) {
    building.onLoad({ filter: /\.wat$/ }, async ({ path }) => ({
      contents: await compile(path),
      loader: 'binary',
    }));
  },
};

/** The same for vite, which runs the tests. */
export const watInVite = {
  name: wat.name,
  async load(id) {
    return id.endsWith('.wat') ? `export default Uint8Array.of(${await compile(id)});` : undefined;
  },
};
