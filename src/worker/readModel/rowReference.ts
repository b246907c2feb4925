/** Names a row without holding it. */
export interface RowReference {
  readonly kind: 'message' | 'turn' | 'decision';
  /** Index of the message, number of the turn, or place of the decision in the log. */
  readonly number: number;
}
