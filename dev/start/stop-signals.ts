const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** npm forwards Ctrl-C to its child, which also gets it from the terminal, so one keystroke can arrive twice. */
const SAME_KEYSTROKE_MS = 500;

export interface StopListeners {
  readonly onStop: () => void;
  /** Called on the second signal: the user does not want to wait. */
  readonly onForce: () => void;
}

/** Listens for Ctrl-C and similar signals for the rest of the process. */
export function listenForStop({ onStop, onForce }: StopListeners): void {
  let stoppedAt: number | undefined;
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (stoppedAt === undefined) {
        stoppedAt = performance.now();
        onStop();
      } else if (performance.now() - stoppedAt > SAME_KEYSTROKE_MS) {
        onForce();
      }
    });
  }
}
