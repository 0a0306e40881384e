import type { Text, TextId } from './use-text.js';

type Ending<Prefix extends string> = TextId extends infer Id
  ? Id extends `${Prefix}${infer End}`
    ? End
    : never
  : never;

interface Waiting {
  readonly approvalsNeeded: number;
  readonly blockedBy: { readonly limit: Ending<'limit.kind.'> } | null;
}

/** Says what a payout waits for, by the kind of the wait. */
export function waitText(text: Text, kind: Ending<'payout.wait.'>, { approvalsNeeded, blockedBy }: Waiting): string {
  return text(`payout.wait.${kind}`, {
    count: approvalsNeeded,
    limit: blockedBy ? text(`limit.kind.${blockedBy.limit}`) : '',
  });
}
