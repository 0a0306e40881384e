import { type ReactElement, useState } from 'react';
import { ActButton, Problem } from '../../design/act-button.js';
import { Dialog } from '../../design/dialog.js';
import { Field } from '../../design/field.js';
import { useAct } from '../../live/use-act.js';
import { useText } from '../../text/use-text.js';
import type { ApprovalRow } from './approvals-documents.js';
import { ManyResults } from './many-results.js';
import { ManySummary } from './many-summary.js';
import { type ManyKind, type Result, useMany } from './use-many.js';

const LOOKS = {
  APPROVE: { word: 'payout.approve', tone: 'primary' },
  DECLINE: { word: 'payout.decline', tone: 'danger' },
  WITHDRAW: { word: 'payout.withdraw', tone: 'danger' },
} as const;

interface ManyDialogProps {
  readonly kind: ManyKind;
  /** Snapshots taken when the payouts were selected. */
  readonly payouts: readonly ApprovalRow[];
  /** `isDone` is true if the action may have been carried out for some of the payouts. */
  readonly onClose: (isDone: boolean) => void;
}

/** Applies one action to several payouts, then shows the result of each. */
export function ManyDialog({ kind, payouts, onClose }: ManyDialogProps): ReactElement {
  const text = useText();
  const [reason, setReason] = useState('');
  const [results, setResults] = useState<readonly Result[] | null>(null);
  const [isSent, setIsSent] = useState(false);
  const send = useMany(kind);
  const needsReason = kind !== 'APPROVE';
  const act = useAct(
    () => undefined,
    async () => {
      if (needsReason && reason.trim() === '') {
        return { userErrors: [{ field: ['reason'], message: text('reason.needed') }] };
      }
      const answer = await send(payouts, reason.trim());
      const isDone = answer.error === undefined && answer.userErrors?.length === 0;
      if (isDone) setResults(answer.results ?? null);
      setIsSent(true);
      return answer;
    },
    ['reason'],
  );
  const { word, tone } = LOOKS[kind];
  return (
    <Dialog
      title={text(`approvals.many.${kind}`, { count: payouts.length })}
      isOpen
      onClose={() => {
        // Even without a response, the action may have succeeded.
        onClose(isSent);
      }}
      action={results ? null : <ActButton act={act} tone={tone} word={text(word)} />}
    >
      {results ? (
        <ManyResults
          kind={kind}
          payouts={payouts}
          results={results}
          onReload={() => {
            onClose(true);
          }}
        />
      ) : (
        <>
          <ManySummary payouts={payouts} />
          {needsReason ? (
            <Field
              label={text('reason.label')}
              value={reason}
              problem={act.problemOf('reason')}
              onChange={({ target }) => {
                setReason(target.value);
              }}
            />
          ) : null}
          <Problem act={act} />
        </>
      )}
    </Dialog>
  );
}
