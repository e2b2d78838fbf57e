import type { McpToolInfo } from '../protocol/mcp.js';

/** A tool and the name under which models call it. */
export interface NamedTool extends Pick<McpToolInfo, 'name' | 'description'> {
  readonly fullName: string;
}

/**
 * The tools that fit a query best, the best first: each word that is in the name counts three times as much as one in
 * the description. An empty query lists the first ones.
 */
export function findTools<T extends NamedTool>(
  tools: readonly T[],
  query: string,
  limit: number,
): readonly T[] {
  const words = query
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  if (words.length === 0) return tools.slice(0, limit);
  const rated = tools.map((tool) => {
    const name = tool.name.toLowerCase();
    const description = tool.description.toLowerCase();
    const scores = words.map((word) => (name.includes(word) ? 3 : description.includes(word) ? 1 : 0));
    return { tool, score: scores.reduce<number>((sum, score) => sum + score, 0) };
  });
  return rated
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, limit)
    .map(({ tool }) => tool);
}
