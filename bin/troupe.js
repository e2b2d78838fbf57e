#!/usr/bin/env node
// The command as npm links it: it is there before anything is built, and then says what to do.
try {
  await import('../dist/cli.js');
} catch (error) {
  const isMissing = error.code === 'ERR_MODULE_NOT_FOUND' && error.message.includes('dist/cli.js');
  if (!isMissing) throw error;
  const folder = decodeURIComponent(new URL('..', import.meta.url).pathname);
  process.stderr.write(`troupe: it is not built yet. Run "npm ci && npm run build" in ${folder} first.\n`);
  process.exitCode = 2;
}
