/**
 * A function that starts `work`, and once more after it when it was called meanwhile: however many calls come, each is
 * followed by a whole run that saw what it announced, and no two runs overlap.
 *
 * @param work must not reject.
 */
export function coalesced(work: () => Promise<void>): () => void {
  let running = false;
  let wanted = false;
  const run = async (): Promise<void> => {
    running = true;
    while (wanted) {
      wanted = false;
      await work();
    }
    running = false;
  };
  return () => {
    wanted = true;
    if (!running) void run();
  };
}
