import { type ReactElement, useState } from 'react';
import { useMutation, useQuery } from 'urql';
import { failureOf } from '../../api/failure.js';
import { ActButton, Problem } from '../../design/act-button.js';
import { Dialog } from '../../design/dialog.js';
import { FailureNotice, Loading } from '../../design/notice.js';
import { useAct } from '../../live/use-act.js';
import { useText } from '../../text/use-text.js';
import type { PayoutFilter } from '../payouts/use-payouts.js';
import { RepeatChoice } from './repeat-choice.js';
import { groupsOf } from './repeat-groups.js';
import { RepeatResultList, type RepeatResults } from './repeat-results.js';
import { ENDED_PAYOUTS, REPEAT_PAYOUTS } from './repeats-documents.js';

interface RepeatsDialogProps {
  readonly filter: PayoutFilter;
  /** `isDone` means that something may have been done. */
  readonly onClose: (isDone: boolean) => void;
}

/** Pays several payouts that ended unpaid again, then shows the result of each. */
export function RepeatsDialog({ filter, onClose }: RepeatsDialogProps): ReactElement {
  const text = useText();
  // A retry after a lost answer sends the same keys, so nothing is paid twice.
  const [key] = useState(() => crypto.randomUUID());
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [done, setDone] = useState<RepeatResults>();
  const [isSent, setIsSent] = useState(false);
  const [{ data, error }, retry] = useQuery({ query: ENDED_PAYOUTS, variables: { filter }, pause: done !== undefined });
  const [, repeat] = useMutation(REPEAT_PAYOUTS);
  const groups = groupsOf(data?.payouts.nodes ?? [], text);
  const act = useAct(
    () => undefined,
    async () => {
      const payouts = groups.flatMap((group) => group.payouts).filter(({ id }) => selected.has(id));
      if (payouts.length === 0) return text('repeats.chooseSome');
      setIsSent(true);
      const items = payouts.map(({ id }) => ({ payoutId: id, idempotencyKey: `${key}-${id}` }));
      const answer = await repeat({ input: { items } });
      const { results, userErrors } = answer.data?.repeatPayouts ?? {};
      if (results && userErrors?.length === 0) setDone({ payouts, results });
      return { error: answer.error, userErrors };
    },
  );
  const isChoosing = data !== undefined && !done && groups.length > 0;
  return (
    <Dialog
      title={text('repeats.title')}
      isOpen
      onClose={() => {
        // Even without a response, the action may have succeeded.
        onClose(isSent);
      }}
      action={
        isChoosing ? (
          <ActButton act={act} tone="primary" word={text('repeats.repeat', { count: selected.size })} />
        ) : null
      }
    >
      {error && !data ? <FailureNotice failure={failureOf(error)} onRetry={retry} /> : null}
      {data || error ? null : <Loading />}
      {data && groups.length === 0 && !done ? <p>{text('repeats.none')}</p> : null}
      {isChoosing ? (
        <>
          <p>{text('repeats.words')}</p>
          <RepeatChoice groups={groups} selected={selected} onSelect={setSelected} />
        </>
      ) : null}
      {done ? <RepeatResultList {...done} /> : null}
      <Problem act={act} />
    </Dialog>
  );
}
