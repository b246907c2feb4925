import type { Row } from '../../src/protocol/inspectorRows';

/** What VS Code's own context menu is told of a row: which commands are offered, and what they are given. */
export function rowContext(row: Row): string {
  const more = { preventDefaultContextMenuItems: true };
  switch (row.kind) {
    case 'message':
      return JSON.stringify({ webviewSection: 'message', index: row.index, ...more });
    case 'decision':
      return JSON.stringify({ webviewSection: 'decision', decisionId: row.id, ...more });
    case 'turn':
      return JSON.stringify({ webviewSection: 'turn', ...more });
  }
}
