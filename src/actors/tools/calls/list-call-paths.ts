import { listNamedPaths } from '../../protocol/json/read-arguments.js';
import type { Tool } from '../../protocol/tool.js';

/**
 * The files and folders that a call with validated parameters touches, each once, as far as the parameters tell; as the
 * model names them. Source: SPEC T12.
 */
export function listCallPaths(tool: Pick<Tool, 'paths'>, params: unknown): readonly string[] {
  return [...new Set(tool.paths?.(params) ?? listNamedPaths(params))];
}
