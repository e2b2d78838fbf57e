import { createContext } from 'preact';
import type { Dispatch } from '../state/action.js';

/** How parts deep in a text tell what the person does with them. Default: nothing happens. */
export const DispatchContext = createContext<Dispatch>(() => undefined);
