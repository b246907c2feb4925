import type { ChatActions } from './chatActions';

export interface SlashCommand {
  readonly name: string;
  readonly description: string;
}

const commands = {
  '/compact': 'Free context now',
  '/summarize': 'Put a summary in the place of earlier messages',
  '/new': 'Start a new session',
  '/inspector': 'Show what the model sees',
  '/help': 'What can be typed here',
} as const;

type CommandName = keyof typeof commands;

const commandNames = Object.keys(commands) as CommandName[];

/** Commands that begin with what is typed; none once a space or a line break follows. */
export function matchingCommands(typed: string): readonly SlashCommand[] {
  if (!/^\/\w*$/.test(typed)) return [];
  return commandNames
    .filter((name) => name.startsWith(typed.toLowerCase()))
    .map((name) => ({ name, description: commands[name] }));
}

/** Runs what is typed if it is a command; false when it is a message for the model. */
export function runSlashCommand(typed: string, actions: ChatActions, showHelp: () => void): boolean {
  const name = commandNames.find((command) => command === typed.trim().toLowerCase());
  switch (name) {
    case undefined:
      return false;
    case '/compact':
      actions.compact();
      return true;
    case '/summarize':
      actions.summarize();
      return true;
    case '/new':
      actions.newSession();
      return true;
    case '/inspector':
      actions.openInspector(null);
      return true;
    case '/help':
      showHelp();
      return true;
  }
}
