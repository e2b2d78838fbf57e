import type { SandboxRequest } from '../../../../actors/protocol/shell.js';

// Source: the settings of npm and pnpm, pip, uv, cargo and yarn. pip names the reason only when it tries again.
const NO_RETRIES: NodeJS.ProcessEnv = {
  npm_config_fetch_retries: '0',
  PIP_RETRIES: '1',
  UV_HTTP_RETRIES: '0',
  CARGO_NET_RETRY: '0',
  YARN_HTTP_RETRY: '0',
};

/**
 * Returns the environment of a command in a sandbox. Without the network, package managers do not retry: they would print
 * nothing for a minute, and only a command that reports the failure can be asked about.
 */
export function withoutRetries(environment: NodeJS.ProcessEnv, request: SandboxRequest): NodeJS.ProcessEnv {
  const hasNetwork = request.kind === 'none' || (request.kind === 'working' && request.hasNetwork);
  return hasNetwork ? environment : { ...NO_RETRIES, ...environment };
}
