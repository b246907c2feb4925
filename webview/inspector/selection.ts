import type { Row } from '../../src/protocol/inspectorRows';
import type { Selection } from './viewState';

export function selectionOf(row: Row): Selection {
  switch (row.kind) {
    case 'message':
      return { kind: 'message', index: row.index };
    case 'decision':
      return { kind: 'decision', id: row.id };
    case 'turn':
      return { kind: 'turn', turn: row.turn };
  }
}

export function isSelected(row: Row, selection: Selection | null): boolean {
  if (selection === null) return false;
  switch (selection.kind) {
    case 'message':
      return row.kind === 'message' && row.index === selection.index;
    case 'decision':
      return row.kind === 'decision' && row.id === selection.id;
    case 'turn':
      return row.kind === 'turn' && row.turn === selection.turn;
  }
}
