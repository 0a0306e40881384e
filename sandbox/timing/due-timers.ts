/** The longest delay of a Node timer. With a longer delay, Node fires immediately. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** One timer per id. Timers never keep the process alive. */
export class DueTimers {
  private readonly timers = new Map<string, NodeJS.Timeout>();

  /** Calls back at the given time, or immediately if it is past, unless the timer is disarmed or rearmed first. */
  arm({ id, dueAt, onDue }: { id: string; dueAt: string; onDue: () => void }): void {
    this.disarm(id);
    const remainingMs = Math.max(0, Date.parse(dueAt) - Date.now());
    const isLastLeg = remainingMs <= LONGEST_TIMER_MS;
    const timer = setTimeout(
      () => {
        this.timers.delete(id);
        if (isLastLeg) onDue();
        else this.arm({ id, dueAt, onDue });
      },
      Math.min(remainingMs, LONGEST_TIMER_MS),
    );
    this.timers.set(id, timer.unref());
  }

  disarm(id: string): void {
    clearTimeout(this.timers.get(id));
    this.timers.delete(id);
  }

  disarmAll(): void {
    for (const id of [...this.timers.keys()]) this.disarm(id);
  }
}
