import { useState } from 'react';

export interface Act {
  readonly isUnderWay: boolean;
  /** Why it was refused; null when it was not. */
  readonly problem: string | null;
  readonly run: () => void;
}

/**
 * Something that is done once at a time, at the press of a button. A refusal stays until it is tried again.
 *
 * @param onDone called when it is done, and not when it was refused
 * @param work answers what is wrong; undefined when it is done
 */
export function useAct(onDone: () => void, work: () => Promise<string | undefined>): Act {
  const [isUnderWay, setIsUnderWay] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const run = async (): Promise<void> => {
    setIsUnderWay(true);
    const refusal = await work();
    setIsUnderWay(false);
    setProblem(refusal ?? null);
    if (refusal !== undefined) return;
    onDone();
  };
  return { isUnderWay, problem, run: () => void run() };
}
