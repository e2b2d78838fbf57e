import type { FromView, ViewThread } from '../../../../actors/protocol/ui.js';
import type { MemoryToView } from '../../../../actors/protocol/ui-memory.js';
import type { MemoryAction, MemoryState } from './memory-state.js';
import type { State } from './state.js';

type Part = Pick<State, 'memory' | 'focusCount' | 'turns'>;

/** What changes when a message about chats or moments comes, or when the person does something with them. */
export function reduceMemory<S extends Part>(state: S, action: MemoryToView | MemoryAction): S {
  const { memory } = state;
  const become = (changes: Partial<MemoryState>): S => ({ ...state, memory: { ...memory, ...changes } });
  const focused = (changes: Partial<MemoryState>): S => ({
    ...become(changes),
    focusCount: state.focusCount + 1,
  });
  switch (action.type) {
    case 'chats':
      return become({ list: action.list });
    case 'chatHits':
      return action.id === memory.searchId ? become({ hits: action.hits }) : state;
    case 'showChats':
      return become({ isListShown: true, query: '', hits: undefined, justDeleted: undefined });
    case 'closeChats':
      return focused({ isListShown: false, justDeleted: undefined });
    case 'typeChatQuery':
      return become({ query: action.query, searchId: memory.searchId + 1, hits: undefined });
    case 'goTo':
      return become({ goTo: action, isListShown: false });
    case 'arrived':
      return become({ goTo: undefined });
    case 'plannedJump': {
      const wanted = memory.asked?.moment ?? memory.editing;
      return action.plan.moment === wanted ? become({ plan: action.plan }) : state;
    }
    case 'editInPlace':
      if (action.entry === undefined) return focused({ editing: undefined, plan: undefined });
      return become({ editing: action.entry, asked: undefined, plan: undefined });
    case 'editLast': {
      const message = [...state.turns].findLast((turn) => turn.message !== undefined)?.message;
      return message === undefined
        ? state
        : become({ editing: message.entry, asked: undefined, plan: undefined });
    }
    default:
      if (action.asked === undefined) return focused({ asked: undefined, plan: undefined });
      return become({ asked: action.asked, editing: undefined, plan: undefined });
  }
}

/** What another conversation, or another branch of it, leaves of all that. */
export function takeForks(memory: MemoryState, { forks = [] }: ViewThread): MemoryState {
  return {
    ...memory,
    forks: new Map(forks.map((fork) => [fork.message, fork])),
    editing: undefined,
    asked: undefined,
    plan: undefined,
  };
}

/** The expected effect of a message before the extension confirms it. */
export function expectMemory<S extends Part>(state: S, message: FromView): S {
  const { memory } = state;
  const become = (changes: Partial<MemoryState>): S => ({
    ...state,
    memory: { ...memory, ...changes },
    focusCount: state.focusCount + 1,
  });
  switch (message.type) {
    case 'chat': {
      const { action, thread: id } = message;
      if (action === 'open' || action === 'duplicate') return become({ isListShown: false });
      const title = memory.list?.chats.find((chat) => chat.id === id)?.title;
      const memoryOf = (justDeleted: MemoryState['justDeleted']): S => ({
        ...state,
        memory: { ...memory, justDeleted },
      });
      if (action === 'delete' && title !== undefined) return memoryOf({ id, title });
      return action === 'restore' && memory.justDeleted?.id === id ? memoryOf(undefined) : state;
    }
    case 'newChat':
      return become({ isListShown: false });
    case 'editMessage':
      return become({ editing: undefined, plan: undefined });
    case 'jump':
      return become({ asked: undefined, plan: undefined });
    default:
      return state;
  }
}
