// The suites import `globSync` of Node 22 from "fs", for a command that is not used here. On Node 20 they get one that finds nothing.
import * as fs from 'node:fs';
import { register } from 'node:module';

const MODULE =
  "export * from 'node:fs?own'; export { default } from 'node:fs?own'; export const globSync = () => [];";
const HOOK = `
  const url = 'data:text/javascript,' + encodeURIComponent(${JSON.stringify(MODULE)});
  export function resolve(name, context, next) {
    if (name === 'node:fs?own') return { url: 'node:fs', shortCircuit: true };
    return name === 'fs' ? { url, shortCircuit: true } : next(name, context);
  }`;
if (!('globSync' in fs)) register(`data:text/javascript,${encodeURIComponent(HOOK)}`);
