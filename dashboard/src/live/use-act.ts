import { useState } from 'react';

export interface Act {
  readonly isUnderWay: boolean;
  /** Why it was refused; null when it was not. */
  readonly problem: string | null;
  readonly run: () => void;
}

/**
 * Something that a dialog does once, at the press of its button, and closes after.
 *
 * @param work answers what is wrong; undefined when it is done
 */
export function useAct(
  { onClose, onDone }: { readonly onClose: () => void; readonly onDone: () => void },
  work: () => Promise<string | undefined>,
): Act {
  const [isUnderWay, setIsUnderWay] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const run = async (): Promise<void> => {
    setIsUnderWay(true);
    const refusal = await work();
    setIsUnderWay(false);
    setProblem(refusal ?? null);
    // Refused or done: it may stand differently by now.
    onDone();
    if (refusal === undefined) onClose();
  };
  return { isUnderWay, problem, run: () => void run() };
}
