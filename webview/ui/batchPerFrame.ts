/**
 * Collects values and hands them over once per animation frame, so that a fast stream costs one render per frame. Where no
 * frames come (a hidden page), a timer takes their place and nothing is held back.
 */
export function batchPerFrame<Value>(take: (values: readonly Value[]) => void): (value: Value) => void {
  let waiting: Value[] = [];
  let scheduled = false;
  const flush = (): void => {
    if (!scheduled) return;
    scheduled = false;
    const values = waiting;
    waiting = [];
    take(values);
  };
  const hiddenPageDelayMs = 250;
  return (value) => {
    waiting.push(value);
    if (scheduled) return;
    scheduled = true;
    requestAnimationFrame(flush);
    setTimeout(flush, hiddenPageDelayMs);
  };
}
