/** Position a key moves the cursor to, or null when the key is not one of those that move it. */
export function movedCursor(key: string, cursor: number, count: number, rowsPerPage: number): number | null {
  const last = count - 1;
  switch (key) {
    case 'ArrowDown':
      return Math.min(last, cursor + 1);
    case 'ArrowUp':
      return Math.max(0, cursor - 1);
    case 'PageDown':
      return Math.min(last, cursor + rowsPerPage);
    case 'PageUp':
      return Math.max(0, cursor - rowsPerPage);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return null;
  }
}
