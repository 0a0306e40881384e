const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** npm hands Ctrl-C on to its child, which the terminal told as well: one keystroke can arrive twice at once. */
const SAME_KEYSTROKE_MS = 500;

export interface StopListeners {
  /** The first signal. */
  readonly onStop: () => void;
  /** Another one, from somebody who does not want to wait. */
  readonly onForce: () => void;
}

/** Listens for Ctrl-C and its relatives for the rest of this process's life. */
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
