/** Every command of the manifest, declared once. `views/commandHandlers.ts` must give each a handler to compile. */

interface CommandDefinition {
  /** English; shown after the category `Strata:`. */
  readonly title: string;
  /** A codicon, for commands with a button. */
  readonly icon?: string;
  /** When the command can run. */
  readonly enablement?: string;
  /** False: needs an argument that only a menu gives, so the palette does not offer it. */
  readonly palette?: false;
}

export const commands = {
  'strata.newSession': { title: 'New Session', icon: '$(add)' },
  'strata.openSession': { title: 'Open Session…', icon: '$(comment-discussion)' },
  'strata.openLatestSession': { title: 'Open Latest Session…', icon: '$(history)' },
  'strata.searchSessions': { title: 'Search All Sessions…', icon: '$(search)' },
  'strata.renameSession': { title: 'Rename Session…', icon: '$(edit)' },
  'strata.deleteSession': { title: 'Delete Session', icon: '$(trash)', palette: false },
  'strata.restoreSession': { title: 'Restore Deleted Session…', icon: '$(discard)' },
  'strata.openInspector': { title: 'Open Inspector', icon: '$(layers)', enablement: 'strata.hasSession' },
  'strata.compact': {
    title: 'Compact Context Now',
    icon: '$(fold)',
    enablement: 'strata.hasSession && !strata.busy',
  },
  'strata.summarize': {
    title: 'Summarize Conversation',
    icon: '$(note)',
    enablement: 'strata.hasSession && !strata.busy',
  },
  'strata.continueSession': {
    title: 'Continue in a New Session',
    icon: '$(arrow-right)',
    enablement: 'strata.hasSession && !strata.busy',
  },
  'strata.stop': { title: 'Stop the Agent', icon: '$(debug-stop)', enablement: 'strata.busy' },
  'strata.manageApprovals': { title: 'Manage Approvals…', icon: '$(shield)' },
  'strata.editMemory': { title: 'Edit Memory', icon: '$(bookmark)' },
  'strata.exportSession': { title: 'Export Session…', icon: '$(export)' },
  // What the chat itself exports, whatever is in front of the editors.
  'strata.exportChat': { title: 'Export Session…', icon: '$(export)', palette: false },
  'strata.openTranscript': { title: 'Open Transcript…', icon: '$(go-to-file)' },
  'strata.selectModel': { title: 'Select Model…', icon: '$(chip)' },
  'strata.setApiKey': { title: 'Set API Key…', icon: '$(key)' },
  'strata.clearApiKey': { title: 'Clear API Key' },
  'strata.startGateway': { title: 'Start Gateway', icon: '$(plug)' },
  'strata.stopGateway': { title: 'Stop Gateway', icon: '$(debug-disconnect)' },
  'strata.copyGatewayToken': { title: 'Copy Gateway Token', icon: '$(copy)' },
  'strata.setGatewayKey': { title: 'Set API Key for the Gateway…', icon: '$(key)' },
  'strata.openSettings': { title: 'Open Settings', icon: '$(gear)' },
  'strata.showLog': { title: 'Show Log', icon: '$(output)' },
} as const satisfies Record<string, CommandDefinition>;

export type CommandId = keyof typeof commands;

/** Context keys the manifest's `when` clauses name; the views set them. */
export const contextKeys = {
  /** The chat has a session with at least one message. */
  hasSession: 'strata.hasSession',
  /** The agent is at work. */
  busy: 'strata.busy',
} as const;

/** What the files of agents' sessions end in; aider and SpecStory write Markdown. */
export const transcriptExtensions = ['jsonl', 'json', 'traj', 'md'] as const;

/** Ids of what the manifest declares and the views register. */
export const viewIds = {
  container: 'strata',
  chat: 'strata.chat',
  sessions: 'strata.sessions',
  inspector: 'strata.inspector',
  /** Custom editor for our own session files, by default. */
  session: 'strata.session',
  /** Custom editor for other agents' files, when asked for. */
  transcript: 'strata.transcript',
} as const;
