import { formatCount } from './format-count.js';

/** The list of chats. */
export const CHAT_LIST_TEXTS = {
  title: 'Chats',
  search: 'Search chats',
  searchPlaceholder: 'Search titles, messages and answers',
  close: 'Back to the chat',
  newChat: 'New chat',
  none: 'There are no chats in this folder yet.',
  nothingFound: 'No chat has these words.',
  found: (chats: number, hits: number) =>
    `${formatCount(chats, 'title')} and ${formatCount(hits, 'message')} found`,
  inMessages: 'In messages',
  you: 'You',
  troupe: 'Troupe',
  openNow: 'open',
  running: 'working',
  asking: 'asks you',
  elsewhere: 'other window',
  ages: {
    today: 'Today',
    yesterday: 'Yesterday',
    week: 'Last 7 days',
    month: 'Last 30 days',
    older: 'Older',
  },
  archived: (count: number) => `Archived (${count})`,
  orphans: (folders: number) => `From folders that are gone (${folders})`,
  chatsOf: (count: number) => formatCount(count, 'chat'),
  adopt: 'Bring here',
  adoptFrom: (folder: string) => `Bring here the chats of ${folder}`,
  trash: (count: number) => `Trash (${count})`,
  actions: (title: string) => `Actions for ${title}`,
  menu: 'Actions',
  rename: 'Rename',
  duplicate: 'Duplicate',
  export: 'Export…',
  import: 'Import a chat…',
  terminals: 'Show its terminals…',
  openTerminals: (count: number) => formatCount(count, 'terminal'),
  archive: 'Archive',
  unarchive: 'Take out of the archive',
  delete: 'Delete',
  restore: 'Restore',
  restoreNamed: (title: string) => `Restore ${title}`,
  newName: (title: string) => `New name of ${title}`,
  deleted: (title: string) => `“${title}” is in the trash.`,
  undo: 'Undo',
  justNow: 'now',
  minutes: (count: number) => `${count} min`,
  hours: (count: number) => `${count} h`,
  days: (count: number) => `${count} d`,
} as const;

/** Why something about the chats failed, and what copies are called. */
export const CHAT_FAILURES = {
  notListed: 'The chats could not be listed',
  notSearched: 'The chats could not be searched',
  notDone: 'That could not be done with the chat',
  notAdopted: 'The chats could not be brought here',
  notRenamed: 'The chat could not be renamed',
  elsewhere: 'Another window has this chat open. Close it there, or duplicate it here.',
  copyOf: (title: string) => `${title} (copy)`,
  returned: (reason: string) => `Not sent, and here again to send: ${reason}`,
  gone: 'This chat is not there any more.',
} as const;

/** The question about a chat that another window or program has open. */
export const ELSEWHERE_TEXTS = {
  question: 'This chat is open in another window or program. How does it go on?',
  idle: 'Here: what was said there is shown, and the other one asks before it goes on. In a copy: each of them goes on by itself.',
  running: 'A turn runs there. A copy goes on by itself; or wait until that turn has ended.',
  here: 'Go On Here',
  copy: 'Go On in a Copy',
} as const;

/** Earlier messages, and branches of a chat. */
export const EDIT_TEXTS = {
  edit: 'Edit and run again',
  editNamed: 'Edit this message and run again from here',
  editor: 'Edit message',
  message: 'Edited message',
  send: 'Send',
  cancel: 'Cancel',
  kept: 'What followed stays as another branch.',
  putBack: (files: number) => `Put ${formatCount(files, 'file')} back to before this message`,
  stay: (files: number) =>
    `${files === 1 ? '1 file was' : `${files} files were`} changed by you or others since: their changes stay.`,
  branches: 'Branches at this message',
  branch: (at: number, count: number) => `Branch ${at} of ${count}`,
  position: (at: number, count: number) => `${at}/${count}`,
  previous: 'Previous branch',
  next: 'Next branch',
} as const;

/** Checkpoints, and going back to one. */
export const CHECKPOINT_TEXTS = {
  beforeMessage: 'Checkpoint before this message',
  afterStep: 'Checkpoint after this step',
  menu: 'Checkpoint',
  show: 'Show what would change',
  files: 'Restore files',
  both: 'Restore files and conversation',
  branchOff: 'Go on from here in a new chat',
  looking: 'Looking at the files…',
  title: { files: 'Restore files', both: 'Restore files and conversation' },
  nothing: 'The files are as they were.',
  nothingBoth: 'The files are as they were. The conversation goes back to this moment.',
  changes: (files: number) => `${formatCount(files, 'file')} would change.`,
  effects: { created: 'comes back', deleted: 'is removed', changed: 'changes back' },
  conflict: 'changed by you or others since',
  lost: 'its old content is not kept: it stays',
  choose: (name: string) => `What becomes of ${name}`,
  choices: {
    keep: 'Keep as it is',
    merge: 'Keep your changes, undo those of this chat',
    restore: 'Restore the old content',
  },
  canRedo: 'What is there now can be brought back with Undo.',
  restore: 'Restore',
  cancel: 'Cancel',
  wentBack: {
    files: (files: number) => `Went to another moment: ${formatCount(files, 'file')} changed.`,
    conversation: 'The conversation went to another moment. The files stayed.',
    both: (files: number) =>
      files === 0
        ? 'The conversation went to another moment. The files were as they should be.'
        : `Conversation and files went to another moment: ${formatCount(files, 'file')} changed.`,
  },
  undo: 'Undo',
  redo: 'Redo',
  undoTitle: 'Go back to where you were before',
  redoTitle: 'Go forward again',
  lostText: 'The content of this file is not kept.',
  binary: 'This file is no text.',
  diffTitle: 'Back to an earlier moment',
  sinceTitle: (name: string) => `${name} (before this turn ↔ now)`,
} as const;

/** Why something about checkpoints failed. */
export const CHECKPOINT_FAILURES = {
  notPlanned: 'It could not be told what would change',
  notShown: 'What would change could not be shown',
  notRestored: 'The files could not be restored',
  notSwitched: 'The other branch could not be shown',
  notCopied: 'The chat could not be copied',
  notTravelled: 'That could not be undone or redone',
  nothingTo: {
    undo: 'This chat has changed no files that could be put back.',
    redo: 'There is nothing that was undone.',
  },
  noVersion: 'No version of this file is known from before that moment.',
  noVersions: 'No versions of files are kept here.',
  noMoment: 'This moment is not part of the chat any more.',
} as const;

/** The files that a turn has changed. */
export const TURN_FILES_TEXTS = {
  name: 'Files changed by this turn',
  changed: (files: number) => `${formatCount(files, 'file')} changed`,
  open: (name: string) => `Open the changes in ${name}`,
} as const;

/** Commands that a message may begin with. */
export const MEMORY_COMMAND_TEXTS = {
  chats: 'Show all chats, and search them',
  undo: 'Undo the file changes of the last turn',
  redo: 'Make the changes again that were undone',
} as const;
