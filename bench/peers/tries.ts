import type { FindPeer } from './peer.js';

/** An object for each character. Source: the design that the index began with, 2.3. */
class TrieNode {
  readonly children = new Map<string, TrieNode>();
  isEndOfWord = false;
  /** In the trie of paths the path, in the trie of names the paths of that name. */
  data: string | string[] | undefined;
}

/** One trie by path and one by name, walked depth-first below the end of the prefix. */
export const tries: FindPeer = {
  label: 'tries, an object a character',
  prepare(paths) {
    const byPath = new TrieNode();
    const byName = new TrieNode();
    for (const path of paths) {
      endOf(byPath, path.toLowerCase()).data = path;
      const end = endOf(byName, path.slice(path.lastIndexOf('/') + 1).toLowerCase());
      if (Array.isArray(end.data)) end.data.push(path);
      else end.data = [path];
    }
    return (query, limit) => collect(query.includes('/') ? byPath : byName, query.toLowerCase(), limit);
  },
};

function endOf(root: TrieNode, word: string): TrieNode {
  let node = root;
  for (const character of word) {
    let child = node.children.get(character);
    if (child === undefined) node.children.set(character, (child = new TrieNode()));
    node = child;
  }
  node.isEndOfWord = true;
  return node;
}

function collect(root: TrieNode, prefix: string, limit: number): string[] {
  let start: TrieNode | undefined = root;
  for (const character of prefix) start = start?.children.get(character);
  const found: string[] = [];
  const open = start === undefined ? [] : [start];
  for (let node = open.pop(); node !== undefined && found.length < limit; node = open.pop()) {
    if (node.isEndOfWord && node.data !== undefined) found.push(...[node.data].flat());
    open.push(...[...node.children.values()].reverse());
  }
  return found.slice(0, limit);
}
