import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';

/** A machine as a Mermaid state diagram, in the order of its code. Actions are left out: they are in the code. */
export function drawMachine({ root }: AnyStateMachine): string {
  const names = new Map(listStates(root).map((state, index) => [state, `s${index}`]));
  const nameOf = (state: AnyStateNode): string => names.get(state) ?? '';
  const lines = [...names].flatMap(([state, name]) => [
    `  state "${state.key}" as ${name}`,
    ...(state.parent !== undefined && state.parent.config.initial === state.key ? [`  [*] --> ${name}`] : []),
    ...listTransitions(state).flatMap(({ target, ...transition }) =>
      (target ?? [state]).map((to) => `  ${name} --> ${nameOf(to)}: ${label(transition)}`),
    ),
    ...(state.type === 'final' ? [`  ${name} --> [*]`] : []),
  ]);
  return ['stateDiagram-v2', ...lines, ''].join('\n');
}

/** The states that stand for something: the root does where an event concerns all of them. */
function listStates(root: AnyStateNode): AnyStateNode[] {
  const all = (node: AnyStateNode): AnyStateNode[] => [node, ...Object.values(node.states).flatMap(all)];
  return all(root).filter((node) => node !== root || listTransitions(node).length > 0);
}

function listTransitions(node: AnyStateNode): AnyTransitionDefinition[] {
  return [...(node.always ?? []), ...[...node.transitions.values()].flat()];
}

function label({ eventType, guard }: Pick<AnyTransitionDefinition, 'eventType' | 'guard'>): string {
  const what = toWords(eventType);
  const condition = guard === undefined ? '' : `[${toCondition(guard)}]`;
  return [what, condition].filter((part) => part !== '').join(' ') || 'always';
}

/** `done`, `error` of what a state runs; otherwise the name of the event. */
function toWords(eventType: string): string {
  const [, how] = /^xstate\.(done|error)\.actor\./.exec(eventType) ?? [];
  return how ?? eventType;
}

function toCondition(guard: unknown): string {
  if (typeof guard === 'string') return guard;
  if (typeof guard === 'object' && guard !== null && 'type' in guard) return String(guard.type);
  // XState's `and` and `or` of several, which are functions of that name.
  if (typeof guard === 'function' && 'guards' in guard && Array.isArray(guard.guards))
    return guard.guards.map(toCondition).join(` ${guard.name} `);
  throw new Error(`A guard without a name cannot be drawn: ${String(guard)}`);
}
